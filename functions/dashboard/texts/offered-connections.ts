import { plainText } from "./words.ts";

interface NamedConnection {
  id: string;
  nombre: string;
}

/** What a form about a credential's connections shows; the rest of the limit does not change. */
export interface OfferedConnections {
  shown: NamedConnection[];
  /** How many are hidden, of the limit and of all others. */
  ticked: number;
  others: number;
  /** Whether there are more than fit on a page. */
  isPart: boolean;
}

const mostTicked = 100;
const mostOthers = 50;

/** The limit's connections first. All of them if they fit on a page, otherwise those that match the search. */
export function offeredConnections(
  all: readonly NamedConnection[],
  limit: readonly string[] | null,
  wanted: string,
): OfferedConnections {
  if (all.length <= mostTicked + mostOthers) {
    return { shown: [...all], ticked: 0, others: 0, isPart: false };
  }
  const inLimit = new Set(limit);
  const looked = all.filter(({ id, nombre }) => id === wanted || isIn(nombre, wanted));
  const ticked = looked.filter(({ id }) => inLimit.has(id)).slice(0, mostTicked);
  const others = looked.filter(({ id }) => !inLimit.has(id)).slice(0, mostOthers);
  return {
    shown: [...ticked, ...others],
    ticked: inLimit.size - ticked.length,
    others: all.length - inLimit.size - others.length,
    isPart: true,
  };
}

const mostChoices = 100;

/** Options of a select: the chosen one, and as many others as keep the page small. */
export function choicesOf(
  names: ReadonlyMap<string, string>,
  chosen = "",
): { value: string; label: string }[] {
  return [...names]
    .filter(([id], place) => place < mostChoices || id === chosen)
    .map(([value, name]) => ({ value, label: plainText(name) }));
}

/** Ignores capitals and accents. */
function isIn(name: string, wanted: string): boolean {
  const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain(name).includes(plain(wanted.trim()));
}

/** The field with the ids that a partial form showed. */
export const shownField = "mostradas";

type WantedLimit =
  /** Null: all. */
  | { kind: "wanted"; connections: string[] | null }
  /** All was chosen with some ticked, or neither: unclear which was meant. */
  | { kind: "unclear" };

/**
 * The limit that a form asks for, which lets people choose between all and some. Ticks of the current limit were in
 * the form already, so they do not contradict «all».
 */
export function wantedLimit(
  fields: URLSearchParams,
  now: readonly string[] | null = null,
): WantedLimit {
  switch (fields.get("conexiones")) {
    case "todas":
      if (fields.getAll("conexion").some((id) => now?.includes(id) !== true)) {
        return { kind: "unclear" };
      }
      return { kind: "wanted", connections: null };
    case "algunas":
      return { kind: "wanted", connections: tickedLimit(fields, now) };
    default:
      return { kind: "unclear" };
  }
}

/** The ticked ones, plus those of the credential that the form did not show. */
export function tickedLimit(
  fields: URLSearchParams,
  now: readonly string[] | null = null,
): string[] {
  const ticked = fields.getAll("conexion");
  const shown = fields.get(shownField);
  if (shown === null) return ticked;
  const inForm = new Set(shown.split(" "));
  return [...(now ?? []).filter((id) => !inForm.has(id)), ...ticked];
}
