/** An operation past the barrier whose document is looked for in the authority's list. */
export interface Seeker {
  /** Listed before its own sending: none of these is its document. */
  known: ReadonlySet<number>;
  /** The folio of the portal's answer, when one came: it decides, and never proves alone. */
  answered: number | null;
}

/**
 * Which of the listed documents that look like the operation's is its own: null when none is, or
 * when to say so would be a guess. The order of folios tells nothing: what was sent first may
 * arrive last.
 */
export function attributeDocument(
  own: Seeker,
  rivals: readonly Seeker[],
  listed: readonly number[],
): number | null {
  if (own.answered !== null) {
    const { answered } = own;
    const isClaimedTwice = rivals.some((rival) => rival.answered === answered);
    // A look-alike under another folio contradicts the answer: it stays open which of them lies.
    return canBe(own, answered) && listed.includes(answered) && !isClaimedTwice ? answered : null;
  }
  const named = rivals.filter(
    ({ answered, known }) => answered !== null && listed.includes(answered) && !known.has(answered),
  );
  const free = listed.filter((folio) => !named.some(({ answered }) => answered === folio));
  const others = rivals.filter((rival) => !named.includes(rival));
  const candidates = free.filter((folio) => canBe(own, folio));
  const [only] = candidates;
  if (only === undefined) return null;
  const isContested = others.some((rival) => canBe(rival, only));
  if (candidates.length === 1 && !isContested) return only;
  // One that contradicts its answer may have any of them, or none.
  if (others.some(({ answered }) => answered !== null)) return null;
  return onlyWay([own, ...others], free)?.get(own) ?? null;
}

function canBe({ known }: Seeker, folio: number): boolean {
  return !known.has(folio);
}

/** As many documents as seekers, and one way alone to give each seeker one that it can have. */
function onlyWay(
  seekers: readonly Seeker[],
  listed: readonly number[],
): ReadonlyMap<Seeker, number> | null {
  const free = new Set(listed.filter((folio) => seekers.some((seeker) => canBe(seeker, folio))));
  if (free.size !== seekers.length) return null;
  const given = new Map<Seeker, number>();
  while (given.size < seekers.length) {
    const forced = seekers.find(
      (seeker) => !given.has(seeker) && choices(seeker, free).length === 1,
    );
    // Where there is one way alone, somebody always has a single choice left.
    if (forced === undefined) return null;
    for (const folio of choices(forced, free)) {
      given.set(forced, folio);
      free.delete(folio);
    }
  }
  return given;
}

function choices(seeker: Seeker, free: ReadonlySet<number>): number[] {
  return [...free].filter((folio) => canBe(seeker, folio));
}
