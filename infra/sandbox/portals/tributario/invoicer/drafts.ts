import { randomUUID } from "node:crypto";
import type { TaxDocument } from "./document.ts";

export interface Draft {
  company: string;
  document: TaxDocument;
  /** Exactly the fields that the next form must return. */
  fields: Readonly<Record<string, string>>;
  /** Set once signed. */
  signature?: string;
}

/** What one visit has in progress in the invoicer; it ends with the session. */
export interface Drafts {
  newForm(docType: number): string;
  isForm(token: string | undefined, docType: number): boolean;
  keep(draft: (id: string) => Draft): { id: string; draft: Draft };
  find(id: string | undefined): Draft | undefined;
  sign(id: string, signature: string): void;
}

export function newDrafts(): Drafts {
  const forms = new Map<string, number>();
  const drafts = new Map<string, Draft>();
  return {
    newForm(docType) {
      const token = randomUUID();
      forms.set(token, docType);
      return token;
    },
    isForm: (token, docType) => forms.get(token ?? "") === docType,
    keep(make) {
      const id = randomUUID();
      const draft = make(id);
      drafts.set(id, draft);
      return { id, draft };
    },
    find: (id) => drafts.get(id ?? ""),
    sign(id, signature) {
      const draft = drafts.get(id);
      if (draft) draft.signature = signature;
    },
  };
}
