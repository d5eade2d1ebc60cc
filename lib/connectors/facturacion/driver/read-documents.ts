import { firstDay, lastDay } from "#lib/chile/index.ts";
import { readRows, toRecord, type AlcanceReading } from "#lib/contract/index.ts";
import type { Asked } from "#lib/contract/bank/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { ownRut, parseDocument } from "../parse/documents.ts";
import { documentos, LadoDocumento } from "../store.ts";
import type { Api } from "./api.ts";
import { readList } from "./read-list.ts";

/** A month of documents, both sides. */
export async function readDocuments(api: Api, { rut, periodo }: Asked): Promise<AlcanceReading> {
  const days = `desde=${firstDay(periodo)}&hasta=${lastDay(periodo)}`;
  const lists = [];
  for (const lado of LadoDocumento.options) {
    const query = `documentos?lado=${lado}&${days}`;
    lists.push(await readList(api, query, { parse: parseDocument, keyOf: documentos.key }));
  }
  const rows = lists.flatMap((list) => list.rows);
  if (rows.some((row) => ownRut(row) !== rut)) throw new AppError("connection_identity_mismatch");
  const incompletos = lists.reduce((sum, list) => sum + list.incompletos, 0);
  return {
    rows: [
      readRows(
        documentos,
        rows.map((row) => toRecord(documentos, row)),
      ),
    ],
    incompletos,
    completo: lists.every(({ completo }) => completo),
    // Drafts are issued later, and the authority answers days later.
    unfinished: rows.some(
      ({ lado, estado }) => lado === "emitidos" && (estado === "borrador" || estado === "emitido"),
    ),
  };
}
