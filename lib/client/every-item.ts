/** A page of a list, as every control endpoint that lists returns it. */
interface Paged<T> {
  data: T[];
  pagination: { cursor: string | null };
}

/** Every item from a cursor on, page after page. */
export async function* everyItem<T>(
  first: string | undefined,
  page: (cursor: string | undefined) => Promise<Paged<T>>,
): AsyncGenerator<T, void, undefined> {
  let cursor = first;
  do {
    const { data, pagination } = await page(cursor);
    yield* data;
    cursor = pagination.cursor ?? undefined;
  } while (cursor !== undefined);
}
