import { createLateList } from "../../../system/late-list.ts";
import type { World } from "../../../system/system.ts";
import { codeOf, type IssuedDocument } from "./issued-document.ts";

/** The documents that the issued list keeps back while it is late. */
export interface LateDocuments {
  visible(company: string, documents: readonly IssuedDocument[], page: number): IssuedDocument[];
  /** Whether the current reading keeps this document back. */
  hides(company: string, document: IssuedDocument | undefined): boolean;
}

export function createLateDocuments(world: World): LateDocuments {
  const list = createLateList(world);
  const nameOf = (company: string, one: IssuedDocument) => `${company}|${codeOf(one)}`;

  return {
    visible(company, documents, page) {
      const own = documents.filter(({ by }) => by !== null);
      const names = own.map((one) => nameOf(company, one));
      const back = list.keptBack(company, page === 1, names);
      return documents.filter((one) => !back.has(nameOf(company, one)));
    },
    hides: (company, document) =>
      document !== undefined &&
      document.by !== null &&
      list.hides(company, nameOf(company, document)),
  };
}
