const most = 3;
/**
 * Twice the letter pairs that both share, divided by all of theirs: below this nothing was meant.
 */
const leastAlike = 0.55;
/** Longer than any id: callers can send any text. */
const longestAsked = 100;

/** The ids most similar to the requested one, the most similar first. */
export function nearestIds(asked: string, ids: readonly string[]): string[] {
  const pairs = pairsOf(asked.slice(0, longestAsked).toLowerCase());
  return ids
    .map((id) => ({ id, likeness: likenessOf(pairs, pairsOf(id)) }))
    .filter(({ likeness }) => likeness >= leastAlike)
    .toSorted((one, other) => other.likeness - one.likeness)
    .slice(0, most)
    .map(({ id }) => id);
}

function pairsOf(text: string): Set<string> {
  return new Set(Array.from(text.slice(1), (letter, place) => text.charAt(place) + letter));
}

function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((pair) => other.has(pair)).length;
  return (2 * shared) / Math.max(1, one.size + other.size);
}
