import { business, person, type Party } from "./people.ts";
import type { Random } from "./random.ts";

/** The kind of a movement; each portal words it in its own way. */
export type DeedKind =
  | "transfer_in"
  | "transfer_out"
  | "customer"
  | "supplier"
  | "payroll"
  | "card"
  | "check"
  | "deposit"
  | "fee"
  | "tax"
  | "own_funds"
  | "reversal";

export interface Deed {
  kind: DeedKind;
  direction: "out" | "in";
  party: Party | null;
  document: string | null;
  branch: string | null;
  amount: number;
}

interface Template {
  kind: DeedKind;
  direction: "out" | "in";
  weight: number;
  amounts: readonly [number, number];
  party?: "person" | "business";
  documented: boolean;
}

const templates: readonly Template[] = [
  template("transfer_in", "in", 20, [15_000, 2_400_000], true, "person"),
  template("customer", "in", 14, [90_000, 6_500_000], true, "business"),
  template("deposit", "in", 8, [50_000, 1_900_000], true),
  template("transfer_out", "out", 18, [10_000, 1_800_000], true, "person"),
  template("supplier", "out", 14, [40_000, 4_200_000], true, "business"),
  template("card", "out", 12, [1_990, 240_000], false, "business"),
  template("payroll", "out", 5, [380_000, 2_100_000], false, "person"),
  template("check", "out", 4, [60_000, 900_000], true),
  template("fee", "out", 3, [350, 19_990], false),
  template("tax", "out", 2, [45_000, 3_800_000], true),
];

const branches = ["Oficina Central", "Ñuñoa", "Concepción", "Chillán", "Valparaíso"] as const;

export function deedOf(direction: "out" | "in" | "any", random: Random): Deed {
  const fitting = templates.filter((one) => direction === "any" || one.direction === direction);
  const chosen = weighted(fitting, random);
  return {
    kind: chosen.kind,
    direction: chosen.direction,
    party: partyOf(chosen, random),
    document: chosen.documented ? documentNumber(random) : null,
    branch: random.chance(35) ? random.pick(branches) : null,
    amount: random.between(...chosen.amounts),
  };
}

/** Some numbers have leading zeros, because a document is text. */
function documentNumber(random: Random): string {
  return random.chance(15) ? random.digits(6).padStart(9, "0") : random.digits(8);
}

function partyOf(chosen: Template, random: Random): Party | null {
  if (chosen.party === "person") return person(random);
  return chosen.party === "business" ? business(random) : null;
}

function weighted(options: readonly Template[], random: Random): Template {
  let mark = random.next() * options.reduce((sum, option) => sum + option.weight, 0);
  for (const option of options) {
    mark -= option.weight;
    if (mark < 0) return option;
  }
  return options[0] as Template;
}

function template(
  kind: DeedKind,
  direction: "out" | "in",
  weight: number,
  amounts: readonly [number, number],
  documented: boolean,
  party?: "person" | "business",
): Template {
  return { kind, direction, weight, amounts, documented, ...(party ? { party } : {}) };
}
