/**
 * A pattern that is made when first asked for. One with a class by its name, `\p{…}`, is read by going
 * through all characters that there are, as soon as the file with it is read, though nobody asks for it.
 */
export function latePattern(source: string, flags: string): () => RegExp {
  let made: RegExp | undefined;
  return () => (made ??= new RegExp(source, flags));
}
