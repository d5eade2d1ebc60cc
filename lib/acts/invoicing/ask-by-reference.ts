import {
  idempotencyWays,
  type IdempotencyWay,
  type InvoicedDocument,
  type Invoicing,
} from "#lib/contract/index.ts";
import type { Order, Outcome } from "#lib/ledger/index.ts";

type Verdict = Extract<Awaited<ReturnType<Order["ask"]>>, { kind: "verdict" }>;

/** The step that records, before the barrier, how the submission can be found again. */
export function wayStep(way: IdempotencyWay): string {
  return `look_by_${way}`;
}

/** As last recorded. `ninguna` if nothing was recorded: a guess could claim somebody else's. */
export function wayIn(steps: readonly { step: string }[]): IdempotencyWay {
  const noted = steps.map(({ step }) => idempotencyWays.find((way) => wayStep(way) === step));
  return noted.findLast((way) => way !== undefined) ?? "ninguna";
}

interface Wanted {
  operacionId: string;
  /** The document whose id was answered, if the system has it. */
  own: readonly InvoicedDocument[];
  isAlike(issued: InvoicedDocument): boolean;
  /** Whether the document that a note was to reverse has been reversed since. */
  contradictsRefusal: boolean;
}

/**
 * The operation's id is nobody else's reference, so its documents are certainly its own. That none
 * has it is no proof: a list may lag behind. If a refusal is contradicted by any document, even one
 * that does not look like what was sent, neither is proven.
 */
export async function askByReference(
  invoicing: Invoicing,
  { operacionId, own, isAlike, contradictsRefusal }: Wanted,
): Promise<{ seen: InvoicedDocument[]; verdict: Verdict }> {
  const referred = await invoicing.referred(operacionId);
  const both = [...own, ...referred.filter(({ id }) => own.every((one) => one.id !== id))];
  const seen = both.filter(
    (issued) => isAlike(issued) && (issued.referencia ?? operacionId) === operacionId,
  );
  const matching = seen.length;
  return {
    seen,
    verdict: {
      kind: "verdict",
      found: { listed: both.length, matching, candidates: matching },
      judge({ name, refusal }): Outcome {
        if (refusal !== null) {
          const isContradicted = both.length > 0 || contradictsRefusal;
          return isContradicted ? { kind: "unknown" } : { kind: "rejected", refusal };
        }
        const [first] = seen;
        const found = name === null && matching === 1 ? first : seen.find(({ id }) => id === name);
        if (found === undefined) return { kind: "unknown" };
        return { kind: "done", name: found.id, prueba: name === null ? "lista" : "respuesta" };
      },
    },
  };
}
