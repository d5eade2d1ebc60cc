import type { ToolConnection } from "./tool/connection.ts";
import type { PreparedDocumentAnswer } from "./emission-service.ts";
import type { DteDocument } from "./driver/emission.ts";
import type { CreditNoteAsked, InvoiceRequest } from "./driver/invoicing.ts";

/** The verbs of a company's invoicing system. */
export interface InvoicingService {
  prepare(connection: ToolConnection, documento: DteDocument): Promise<PreparedDocumentAnswer>;
  prepareCreditNote(
    connection: ToolConnection,
    nota: CreditNoteAsked,
  ): Promise<PreparedDocumentAnswer>;
  /** Issues under the call's own key, and records on the call whether it was the first time. */
  emit(
    connection: ToolConnection,
    order: { kind: InvoiceRequest["kind"]; input: { previewRef: string } },
  ): Promise<Record<string, unknown>>;
}
