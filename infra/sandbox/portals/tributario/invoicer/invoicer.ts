import type { World } from "../../../system/system.ts";
import type { Registry } from "../registry/registry.ts";
import { createIssued, type IssuedBook } from "./issued.ts";
import { createIssuers, type Issuers } from "./issuers.ts";
import { createLateDocuments, type LateDocuments } from "./late-documents.ts";

export interface Invoicer {
  issuers: Issuers;
  issued: IssuedBook;
  lateList: LateDocuments;
  /** The company that each login works for: one at a time, remembered beyond the session. */
  chosen: Map<string, string>;
}

export function createInvoicer(world: World, registry: Registry): Invoicer {
  return {
    issuers: createIssuers(),
    issued: createIssued(world, registry),
    lateList: createLateDocuments(world),
    chosen: new Map(),
  };
}
