import type { World } from "../../../system/system.ts";
import { codeOf, type IssuedDocument } from "./issued-document.ts";

/**
 * The issued list may be late: a document that no reading has shown yet is kept back. One "time" of
 * the fault is a reading that would have shown one; with `delayMs` it holds from there on. What was
 * shown once never disappears again.
 */
export interface LateList {
  visible(company: string, documents: readonly IssuedDocument[], page: number): IssuedDocument[];
  /** Whether the reading under way keeps this document back. */
  hides(company: string, document: IssuedDocument | undefined): boolean;
}

export function createLateList(world: World): LateList {
  const shown = new Set<string>();
  /** Later pages of a reading show what its first page showed. */
  const keptBack = new Map<string, boolean>();
  let held:
    | { from: { service: number; real: number }; forMs: number; ends: AbortSignal }
    | undefined;
  const instant = () => ({ service: world.now().getTime(), real: performance.now() });

  function isHeld(): boolean {
    if (!held || held.ends.aborted) return false;
    const now = instant();
    const passed = Math.max(now.service - held.from.service, now.real - held.from.real);
    return passed < held.forMs;
  }

  function isLate(): boolean {
    if (isHeld()) return true;
    const fault = world.faults.take("issued_list_late");
    if (!fault) return false;
    held = { from: instant(), forMs: fault.delayMs ?? 0, ends: world.faults.cleared() };
    return true;
  }

  const keyOf = (company: string, one: IssuedDocument) => `${company}|${codeOf(one)}`;
  const isNew = (company: string, one: IssuedDocument) =>
    one.by !== null && !shown.has(keyOf(company, one));

  return {
    visible(company, documents, page) {
      const fits = documents.some((one) => isNew(company, one));
      if (page === 1) keptBack.set(company, fits && isLate());
      if (keptBack.get(company)) return documents.filter((one) => !isNew(company, one));
      for (const one of documents) shown.add(keyOf(company, one));
      return [...documents];
    },
    hides: (company, document) =>
      document !== undefined && keptBack.get(company) === true && isNew(company, document),
  };
}
