/** An operation past the barrier that is searched for in a list, by the names of what is listed. */
export interface Seeker {
  /** Listed before it was sent: none of these is its own. Null: nobody knows what was listed then. */
  known: ReadonlySet<string> | null;
  /** The name in the portal's answer, if one came: it decides, and never proves alone. */
  answered: string | null;
}

/**
 * Which of the listed names that are alike is the operation's own: null when none is, or when
 * it would be a guess. Their order says nothing: what was sent first may arrive last.
 */
export function attributeName(
  own: Seeker,
  rivals: readonly Seeker[],
  listed: readonly string[],
): string | null {
  if (own.answered !== null) {
    const { answered } = own;
    const isClaimedTwice = rivals.some((rival) => rival.answered === answered);
    // One that is alike under another name contradicts the answer: it stays open which of them is right.
    return canBe(own, answered) && listed.includes(answered) && !isClaimedTwice ? answered : null;
  }
  // Any of them may have been there before it was sent, if it was.
  if (own.known === null) return null;
  const named = rivals.filter(
    (rival) =>
      rival.answered !== null && listed.includes(rival.answered) && canBe(rival, rival.answered),
  );
  const free = listed.filter((name) => !named.some(({ answered }) => answered === name));
  const others = rivals.filter((rival) => !named.includes(rival));
  const candidates = free.filter((name) => canBe(own, name));
  const [only] = candidates;
  if (only === undefined) return null;
  const isContested = others.some((rival) => canBe(rival, only));
  if (candidates.length === 1 && !isContested) return only;
  // One that contradicts its answer may have any of them, or none; so may one of which nobody knows
  // what was listed before it.
  if (others.some(({ answered, known }) => answered !== null || known === null)) return null;
  return onlyWay([own, ...others], free)?.get(own) ?? null;
}

function canBe({ known }: Seeker, name: string): boolean {
  return known?.has(name) !== true;
}

/** As many names as seekers, and only one way to give each seeker one that it can have. */
function onlyWay(
  seekers: readonly Seeker[],
  listed: readonly string[],
): ReadonlyMap<Seeker, string> | null {
  const free = new Set(listed.filter((name) => seekers.some((seeker) => canBe(seeker, name))));
  if (free.size !== seekers.length) return null;
  const given = new Map<Seeker, string>();
  while (given.size < seekers.length) {
    const forced = seekers.find(
      (seeker) => !given.has(seeker) && choices(seeker, free).length === 1,
    );
    // If there is only one way, some seeker always has a single choice left.
    if (forced === undefined) return null;
    for (const name of choices(forced, free)) {
      given.set(forced, name);
      free.delete(name);
    }
  }
  return given;
}

function choices(seeker: Seeker, free: ReadonlySet<string>): string[] {
  return [...free].filter((name) => canBe(seeker, name));
}
