import { unknownShape } from "#lib/contract/bank/index.ts";

/** A page of a list in the portal's API, with its rows not yet parsed. */
interface ApiPage<Raw> {
  /** The page's own number, which must be the requested one. */
  number: number;
  rows: readonly Raw[];
  more: boolean;
  /** How many rows the whole list has, if the portal says so. */
  total?: number;
}

export interface ReadPages<Raw> {
  rows: Raw[];
  /** The total of the first page: a row that came later is not missing. */
  total: number | null;
}

/** Every page of a list, one by one. */
export async function readPages<Raw>(
  readPage: (number: number) => Promise<ApiPage<Raw>>,
): Promise<ReadPages<Raw>> {
  const rows: Raw[] = [];
  let total: number | null = null;
  for (let number = 1, more = true; more; number += 1) {
    const page = await readPage(number);
    if (page.number !== number) throw unknownShape("a page out of its turn");
    if (page.more && page.rows.length === 0)
      throw unknownShape("an empty page with more behind it");
    if (number === 1) total = page.total ?? null;
    rows.push(...page.rows);
    more = page.more;
  }
  return { rows, total };
}
