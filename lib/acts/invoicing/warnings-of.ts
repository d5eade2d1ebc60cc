import { addDays, type Fecha } from "#lib/chile/index.ts";
import type { FoliosInUse, InvoicePreview, InvoicingAccount } from "#lib/contract/index.ts";

/** What a person should know before it is issued, in fixed words. */
type Warning = "folios_por_agotarse" | "certificado_por_vencer" | "folio_antiguo" | "texto_cortado";

const fewFolios = 20;
const soonDays = 30;
/** The authority objects to a document whose folio was authorized longer ago. */
const goodDays = 180;

interface Seen {
  account: InvoicingAccount;
  folios: FoliosInUse;
  shown: InvoicePreview;
  today: Fecha;
}

export function warningsOf({ account, folios, shown, today }: Seen): Warning[] {
  const { certificadoVence } = account;
  const { disponibles, fechaAutorizacion } = folios;
  const found: [Warning, boolean][] = [
    ["folios_por_agotarse", disponibles <= fewFolios],
    [
      "certificado_por_vencer",
      certificadoVence !== null && certificadoVence <= addDays(today, soonDays),
    ],
    [
      "folio_antiguo",
      fechaAutorizacion !== null && shown.fechaEmision > addDays(fechaAutorizacion, goodDays),
    ],
    ["texto_cortado", shown.isCut],
  ];
  return found.flatMap(([word, holds]) => (holds ? [word] : []));
}
