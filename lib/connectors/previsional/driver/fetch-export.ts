import { setTimeout as pause } from "node:timers/promises";
import { step, type BrowserSession } from "#lib/browser/index.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { textIn } from "../parse/envelope.ts";
import type { Xml } from "../parse/xml.ts";
import { exportStates } from "../portal.ts";

/** How long to wait for a file, and how often to ask for it. */
const exportTerms = { limitMs: 90_000, everyMs: 400 } as const;

interface ExportAsked {
  session: Pick<BrowserSession, "signal">;
  /** The service's answer, which must be about the company. */
  ask(name: string, fields: Readonly<Record<string, string>>): Promise<readonly Xml[]>;
  terms?: { limitMs: number; everyMs: number };
}

/** Requests a payroll's file, waits until it is made, and fetches it, which works only once. */
export async function fetchExport(
  { session, ask, terms = exportTerms }: ExportAsked,
  idNomina: string,
): Promise<readonly Xml[]> {
  const trabajo = textIn(await ask("nominas.exportar", { nomina: idNomina }), "trabajo");
  const until = performance.now() + terms.limitMs;
  for (;;) {
    const avance = textIn(await ask("trabajo.avance", { trabajo }), "avance");
    if (avance === exportStates.ready) return ask("trabajo.archivo", { trabajo });
    if (avance !== exportStates.underWay)
      throw unknownShape("an export in a state that is not known");
    // The session goes on and other modules can still be read, so the visit has not timed out.
    if (performance.now() + terms.everyMs > until)
      throw new AppError("upstream_error", { cause: late() });
    await step(session, "wait for the export", () => pause(terms.everyMs));
  }
}

function late(): Error {
  return new Error("the export was not ready in its time");
}
