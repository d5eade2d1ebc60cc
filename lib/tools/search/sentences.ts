/** As many whole sentences as fit; of a first one that is too long, its beginning. */
export function firstSentences(text: string, maxChars: number): string {
  const plain = text.replaceAll(/\s+/g, " ").trim();
  if (plain.length <= maxChars) return plain;
  const ends = [...plain.matchAll(/[.!?](?= )/g)].map(({ index }) => index + 1);
  const end = ends.findLast((place) => place <= maxChars);
  if (end !== undefined) return plain.slice(0, end);
  const cut = plain.lastIndexOf(" ", maxChars - 1);
  return `${plain.slice(0, cut === -1 ? maxChars - 1 : cut)}…`;
}
