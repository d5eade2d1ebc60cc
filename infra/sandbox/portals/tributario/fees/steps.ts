import { randomUUID } from "node:crypto";
import type { FeeDraft } from "./read-form.ts";

/** What one visit was asked to confirm. It can be confirmed as often as somebody sends it. */
type FeeStep =
  | { kind: "issue"; company: string; draft: FeeDraft }
  | { kind: "annul"; company: string; folio: number };

export interface FeeSteps {
  keep(step: FeeStep): string;
  find<Kind extends FeeStep["kind"]>(
    kind: Kind,
    company: string,
    id: string | undefined,
  ): Extract<FeeStep, { kind: Kind }> | undefined;
}

export function newFeeSteps(): FeeSteps {
  const steps = new Map<string, FeeStep>();
  return {
    keep(step) {
      const id = randomUUID();
      steps.set(id, step);
      return id;
    },
    find<Kind extends FeeStep["kind"]>(kind: Kind, company: string, id: string | undefined) {
      const step = steps.get(id ?? "");
      const isOf = (one: FeeStep): one is Extract<FeeStep, { kind: Kind }> => one.kind === kind;
      return step && isOf(step) && step.company === company ? step : undefined;
    },
  };
}
