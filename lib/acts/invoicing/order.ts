import type {
  DteDocument,
  InvoicedDocument,
  InvoiceRequest,
  Invoicing,
  PreviewedDocument,
} from "#lib/contract/index.ts";
import { withSystemTx } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { WorkerContext } from "#lib/jobs/index.ts";
import {
  evidenceOf,
  saidOf,
  type OperationRow,
  type Order,
  type PreparationRow,
  type StepVisit,
} from "#lib/ledger/index.ts";
import { documentHash } from "../documents/index.ts";
import { aboutInvoice, storeAcceptance } from "./store-issued.ts";
import { askByReference, wayIn, wayStep } from "./ask-by-reference.ts";
import { requireAdmitted } from "./note-document.ts";
import { invoicingOf, likenessOfIssued, previewDocument } from "./portal-invoicing.ts";
import { requireLeft } from "./require-left.ts";

interface Opened {
  row: OperationRow;
  prepared: PreparationRow;
  request: InvoiceRequest;
  documento: DteDocument;
  previewed: PreviewedDocument;
}

/** One previewed document: how its system issues it, and what it shows of it afterwards. */
export function invoiceOrder(ctx: WorkerContext, opened: Opened): Order {
  const { row, request, documento, previewed } = opened;
  /** As last read; the one among them that is ours is what gets reported. */
  let seen: InvoicedDocument[] = [];
  /** The document that a note annuls, as it is since. */
  let reversed: InvoicedDocument | null = null;
  const isAlike = (issued: InvoicedDocument): boolean => likenessOfIssued(issued) === row.looksLike;
  const find = (name: string) => seen.find(({ id }) => id === name);
  const issued = (invoicing: Invoicing) => {
    const { tipoDte, receptorRut, fechaEmision } = previewed;
    return invoicing.issued({ tipoDte, receptorRut: receptorRut ?? "", fecha: fechaEmision });
  };
  return {
    check: (at) => checkUnchanged(ctx, opened, at),
    async before({ driver, step }) {
      const invoicing = invoicingOf(driver);
      const { idempotencia } = await invoicing.account();
      await step(wayStep(idempotencia));
      return (await issued(invoicing)).filter(isAlike).map(({ id }) => id);
    },
    ready: () => Promise.resolve(),
    async send({ driver }) {
      const answer = await invoicingOf(driver).send(documento, row.id);
      return answer.kind === "accepted"
        ? { kind: "accepted", name: answer.id }
        : { kind: "refused", refusal: answer.refusal };
    },
    async ask({ driver }) {
      const invoicing = invoicingOf(driver);
      if (row.state === "done") return readAgain(ctx, opened, invoicing);
      const { said, steps } = await withSystemTx(ctx, async (tx) => ({
        said: await saidOf(tx, row.id),
        steps: await evidenceOf(tx, row.id),
      }));
      const answered = said.name === null ? null : await invoicing.find(said.name);
      const own = answered === null ? [] : [answered];
      reversed = await reversedBy(invoicing, opened);
      // It was not annulled right before the barrier, so a later note did it, which may be this one,
      // whatever it looks like.
      const contradictsRefusal = said.refusal !== null && reversed?.isAnnulled === true;
      switch (wayIn(steps)) {
        case "clave":
        case "referencia": {
          const wanted = { operacionId: row.id, own, isAlike, contradictsRefusal };
          const look = await askByReference(invoicing, wanted);
          seen = look.seen;
          return look.verdict;
        }
        case "ninguna": {
          const listed = await issued(invoicing);
          seen = [...listed, ...own.filter(({ id }) => listed.every((one) => one.id !== id))];
          const names = seen.filter(isAlike).map(({ id }) => id);
          const shown = { listed: seen.length, matching: names, contradictsRefusal };
          const sight = { kind: "names", ...shown } as const;
          if (previewed.anula === null) return sight;
          return { ...sight, pointedTo: (of) => notesOf(invoicing, previewed.anula, of) };
        }
      }
    },
    answer({ name, prueba, recibo }) {
      const found = find(name);
      if (found === undefined) throw new TypeError("done, and nobody saw the document");
      const { tipoDte, fechaEmision, totales } = previewed;
      return {
        operacionId: row.id,
        estado: "emitido",
        tipoDte,
        folio: found.folio,
        fechaEmision,
        totales,
        trackId: found.trackId,
        estadoAutoridad: found.acceptance.state,
        ...(request.kind === "nota_credito" && {
          documento: { tipoDte: request.nota.tipoDte, folio: request.nota.folio },
        }),
        prueba,
        recibo,
      };
    },
    folioOf: (name) => find(name)?.folio ?? null,
    about: (name) => aboutInvoice(find(name), reversed),
  };
}

/** The system prepares it once more: it must equal what the caller saw, or nothing is sent. */
async function checkUnchanged(
  ctx: WorkerContext,
  { prepared, request, documento, previewed }: Opened,
  { driver, step }: StepVisit,
): Promise<void> {
  const invoicing = invoicingOf(driver);
  if (request.kind === "nota_credito") {
    await step("document");
    const original = await invoicing.find(request.documentoId);
    if (original === null) throw new AppError("tributario_anulacion_documento_no_encontrado");
    // Annulled, rejected or reduced since the preview: the note would waste its folio.
    requireAdmitted(original);
    await requireLeft(invoicing, { nota: request.nota, original, note: documento });
  }
  await step("preview");
  const annuls = previewed.anula;
  const fresh = await previewDocument(ctx, invoicing, { document: documento, annuls });
  if (documentHash(fresh) !== prepared.documentHash) {
    throw new AppError("tributario_preview_changed");
  }
}

/** The document that a note annuls, as the system has it now; null for all that annul none. */
async function reversedBy(
  invoicing: Invoicing,
  { request, previewed }: Opened,
): Promise<InvoicedDocument | null> {
  if (request.kind !== "nota_credito" || previewed.anula === null) return null;
  return invoicing.find(request.documentoId);
}

/** Those of these notes that say they reverse the document. */
async function notesOf(
  invoicing: Invoicing,
  target: PreviewedDocument["anula"],
  names: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const name of names) {
    const note = await invoicing.find(name);
    const points = note?.corrects.some(
      ({ tipoDte, folio, codigo }) =>
        codigo === 1 && tipoDte === target?.tipoDte && folio === String(target.folio),
    );
    if (points === true) found.push(name);
  }
  return found;
}

/** Issued long ago: the authority's answer meanwhile does not change the operation. */
async function readAgain(
  ctx: WorkerContext,
  { row, request }: Opened,
  invoicing: Invoicing,
): Promise<Awaited<ReturnType<Order["ask"]>>> {
  const found = await invoicing.find(row.externalRef ?? "");
  if (found !== null) {
    // Annulled by an accepted note at the latest; a rejected one's document is in force again.
    const isNote = request.kind === "nota_credito" && found.acceptance.state !== "pendiente";
    const original = isNote ? await invoicing.find(request.documentoId) : null;
    await storeAcceptance(ctx, row, original === null ? [found] : [found, original]);
  }
  const count = found === null ? 0 : 1;
  return {
    kind: "verdict",
    found: { listed: count, matching: count, candidates: count },
    // A done operation stays done, whatever is seen of it: this changes nothing.
    judge: () => ({ kind: "unknown" }),
  };
}
