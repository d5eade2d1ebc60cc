import { plainText } from "./words.ts";

interface NamedConnection {
  id: string;
  nombre: string;
}

/** What a form about a credential's connections shows; the rest of the limit stays as it is. */
export interface OfferedConnections {
  shown: NamedConnection[];
  /** Of the limit, and of all others: how many are not shown. */
  ticked: number;
  others: number;
  /** Whether there are more than a page holds at all. */
  isPart: boolean;
}

const mostTicked = 100;
const mostOthers = 50;

/** Those of the limit first. All of them while a page holds them, else those that are looked for. */
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

/** Of a select: the chosen one, and as many as do not weigh more than the list. */
export function connectionChoices(
  names: ReadonlyMap<string, string>,
  chosen = "",
): { value: string; label: string }[] {
  return [...names]
    .filter(([id], place) => place < mostChoices || id === chosen)
    .map(([value, name]) => ({ value, label: plainText(name) }));
}

/** Capitals and accents do not count. */
function isIn(name: string, wanted: string): boolean {
  const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain(name).includes(plain(wanted.trim()));
}

/** Of a form that showed a part: the ids that it showed, one after another. */
export const shownField = "mostradas";

type WantedLimit =
  /** Null: all. */
  | { kind: "wanted"; connections: string[] | null }
  /** All and some of them, or neither: nobody knows which was meant. */
  | { kind: "unclear" };

/**
 * The limit that a form asks for, which lets choose between all and some. Ticks that are in the limit
 * now came with the form, and do not speak against «all».
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

/** Those that are ticked, and of what the credential has what the form did not show. */
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
