/** Makes it for the first who asks, and keeps it for all others. */
export function makeOnce<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
