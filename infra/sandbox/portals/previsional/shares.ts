import { accidentInsurer, familyFund, socialInsurance, unemploymentFund } from "./institutions.ts";
import type { LineShare, PayrollLine } from "./line.ts";

/** Who gets the amounts of a line; institutions that get nothing are left out. */
export function sharesOf(line: PayrollLine): LineShare[] {
  const toFund = line.pension + line.disability + line.secondAccount + line.voluntarySaving;
  const all: LineShare[] = [
    { type: "afp", code: line.fundCode, amount: toFund },
    { type: "salud", code: line.healthCode, amount: line.health + line.healthExtra },
    {
      type: "afc",
      code: unemploymentFund.code,
      amount: line.unemploymentWorker + line.unemploymentEmployer,
    },
    { type: "mutual", code: accidentInsurer.code, amount: line.accident },
    { type: "ccaf", code: familyFund.code, amount: line.familyFund },
    {
      type: "seguro_social",
      code: socialInsurance.code,
      amount: line.lifeExpectancy + line.protectedReturn,
    },
  ];
  return all.filter(({ amount }) => amount > 0);
}

/** By institution, over all lines, in order of first appearance. */
export function sharesOfAll(lines: readonly PayrollLine[]): LineShare[] {
  const sums = new Map<string, LineShare>();
  for (const share of lines.flatMap(sharesOf)) {
    const key = `${share.type}|${share.code}`;
    const before = sums.get(key)?.amount ?? 0;
    sums.set(key, { ...share, amount: before + share.amount });
  }
  return [...sums.values()];
}
