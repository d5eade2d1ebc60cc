import { randomUUID } from "node:crypto";
import { moveDay } from "../../generator/calendar.ts";
import type { World } from "../../system/system.ts";

/** Folios of one type that the tax authority allows a company to use. */
export interface FolioRange {
  readonly id: string;
  readonly docType: number;
  readonly from: number;
  readonly to: number;
  /** The first unused one. */
  next: number;
  authorized: string;
  /** The last day; some types have none. */
  expires: string | null;
  isAnnulled: boolean;
}

type RangeState = "vigente" | "agotado" | "vencido" | "anulado";

export interface FolioRanges {
  all(company: string): readonly FolioRange[];
  stateOf(range: FolioRange): RangeState;
  /** How many are left of a type. */
  left(company: string, docType: number): number;
  /** The next folio of a type, in the order in which ranges were authorized. Nobody can choose one. */
  take(company: string, docType: number): { folio: number; range: FolioRange } | undefined;
  add(company: string, range: Omit<FolioRange, "id" | "next" | "isAnnulled">): FolioRange;
}

/** Per type: first, last, authorized how many days ago, expires in how many days, used up to. */
const beginnings: readonly [number, number, number, number, number | null, "used" | "part" | ""][] =
  [
    [33, 6001, 6400, 330, -150, "used"],
    [33, 6401, 6480, 200, -20, "part"],
    [33, 7001, 7640, 40, 140, ""],
    [33, 8001, 8200, 10, 170, ""],
    [34, 2001, 2120, 60, null, ""],
    [34, 2201, 2280, 15, null, ""],
    [39, 50_001, 51_000, 90, null, ""],
    [41, 70_001, 70_500, 90, null, ""],
    [56, 301, 400, 50, 130, ""],
    [61, 901, 1500, 30, 150, ""],
    [61, 1701, 1800, 5, 175, ""],
  ];

/** Companies without folios have used up theirs. */
export function createFolioRanges(
  world: World,
  isUsedUp: (company: string) => boolean,
): FolioRanges {
  const held = new Map<string, FolioRange[]>();
  const beginning = world.today();

  const series = (company: string, { docType, from }: Pick<FolioRange, "docType" | "from">) =>
    `${company}|${docType}|${from}`;

  const firstUnused = (company: string, range: Pick<FolioRange, "docType" | "from">): number =>
    (world.usedFolios.last(series(company, range)) ?? range.from - 1) + 1;

  function all(company: string): FolioRange[] {
    const known = held.get(company);
    if (known !== undefined) return known;
    const ranges = initialRanges(beginning, isUsedUp(company)).map((range) => ({
      ...range,
      next: Math.max(range.next, firstUnused(company, range)),
    }));
    held.set(company, ranges);
    return ranges;
  }

  function stateOf({ isAnnulled, next, to, expires }: FolioRange): RangeState {
    if (isAnnulled) return "anulado";
    if (next > to) return "agotado";
    return expires !== null && expires < world.today() ? "vencido" : "vigente";
  }

  function usable(company: string, docType: number): FolioRange[] {
    return all(company)
      .filter((range) => range.docType === docType && stateOf(range) === "vigente")
      .toSorted((a, b) => a.authorized.localeCompare(b.authorized) || a.from - b.from);
  }

  return {
    all,
    stateOf,
    left: (company, docType) =>
      usable(company, docType).reduce((sum, { next, to }) => sum + to - next + 1, 0),
    take(company, docType) {
      const [range] = usable(company, docType);
      if (!range) return undefined;
      const folio = range.next;
      range.next += 1;
      world.usedFolios.use(series(company, range), folio);
      return { folio, range };
    },
    add(company, added) {
      const range = {
        ...added,
        id: randomUUID(),
        next: firstUnused(company, added),
        isAnnulled: false,
      };
      all(company).push(range);
      return range;
    },
  };
}

function initialRanges(today: string, isUsedUp: boolean): FolioRange[] {
  return beginnings.map(([docType, from, to, daysAgo, daysAhead, use]) => {
    const half = from + Math.floor((to - from) / 2);
    return {
      id: randomUUID(),
      docType,
      from,
      to,
      next: isUsedUp || use === "used" ? to + 1 : use === "part" ? half : from,
      authorized: moveDay(today, -daysAgo),
      expires: daysAhead === null ? null : moveDay(today, daysAhead),
      isAnnulled: false,
    };
  });
}
