/**
 * A pattern that is compiled on first use. A `\p{…}` class scans all of Unicode when compiled, even
 * if the pattern is never used.
 */
export function latePattern(source: string, flags: string): () => RegExp {
  let made: RegExp | undefined;
  return () => (made ??= new RegExp(source, flags));
}
