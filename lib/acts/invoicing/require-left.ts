import type {
  CreditNoteAsked,
  DteDocument,
  DteTotals,
  InvoicedDocument,
  Invoicing,
  WholeInvoicedDocument,
} from "#lib/contract/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { documentTotals } from "../documents/index.ts";
import { requireWithin, type Part } from "./note-document.ts";

/** Read one by one, the newest first; of one receiver's notes no more than this many are. */
const mostRead = 100;
/** Not the total: the tax of each note is rounded by itself, so that of two halves may be a peso more. */
const limited: readonly Part[] = ["neto", "exento"];

interface Correction {
  nota: CreditNoteAsked;
  original: WholeInvoicedDocument;
  note: DteDocument;
}

/**
 * The system accepts any number of notes about a document, whatever they come to. Counted with all
 * that are in force, also those issued elsewhere, this one reverses no more than there is.
 */
export async function requireLeft(
  invoicing: Invoicing,
  { nota, original, note }: Correction,
): Promise<void> {
  if (nota.codigo === 2) return;
  const { receptorRut, fecha, totales } = original;
  const issued = await invoicing.issued({
    tipoDte: note.tipoDte,
    receptorRut,
    fecha,
    hasta: note.fechaEmision,
  });
  const inForce = issued.filter(
    ({ isAnnulled, acceptance }) => !isAnnulled && acceptance.state !== "rechazado",
  );
  const asked = documentTotals(note);
  // Even if all of them were about it: none has to be read.
  const most = sumOf([asked, ...inForce.map((one) => one.totales)]);
  if (limited.every((part) => most[part] <= totales[part])) return;
  const before = sumOf(await correcting(invoicing, original, inForce));
  if (before.total === 0) return;
  if (nota.codigo === 1) {
    const details = { reason: "ya_rebajado" };
    throw new AppError("tributario_anulacion_no_admitida", { details });
  }
  requireWithin(sumOf([asked, before]), totales, limited);
}

/** What those notes reverse that are about this document alone. */
async function correcting(
  invoicing: Invoicing,
  { tipoDte, folio }: InvoicedDocument,
  notes: readonly InvoicedDocument[],
): Promise<DteTotals[]> {
  const found: DteTotals[] = [];
  const newest = notes.toSorted((a, b) => b.folio - a.folio).slice(0, mostRead);
  for (const { id, totales } of newest) {
    const [corrected, ...others] = (await invoicing.find(id))?.corrects ?? [];
    const isAboutIt = corrected?.tipoDte === tipoDte && Number(corrected.folio) === folio;
    if (isAboutIt && others.length === 0) found.push(totales);
  }
  return found;
}

function sumOf(all: readonly DteTotals[]): DteTotals {
  const sum = { neto: 0, exento: 0, iva: 0, total: 0 };
  for (const { neto, exento, iva, total } of all) {
    sum.neto += neto;
    sum.exento += exento;
    sum.iva += iva;
    sum.total += total;
  }
  return sum;
}
