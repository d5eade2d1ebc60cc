/** Waits for work whose failure changes nothing, and no longer than this. */
export async function giveUpAfter(limitMs: number, work: Promise<unknown>): Promise<void> {
  const limit = Promise.withResolvers<void>();
  const timer = setTimeout(limit.resolve, limitMs);
  const done = work.then(
    () => undefined,
    () => undefined,
  );
  await Promise.race([done, limit.promise]);
  clearTimeout(timer);
}
