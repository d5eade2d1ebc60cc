import type {
  EmissionRequest,
  Emitter,
  IssuedDocument,
  PortalDriver,
  PreviewedDocument,
  SendAnswer,
} from "#lib/contract/index.ts";
import { withSystemTx } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { WorkerContext } from "#lib/jobs/index.ts";
import type { OperationRow, Order, PreparationRow, StepVisit, Word } from "#lib/ledger/index.ts";
import { documentAnswer } from "./document-answer.ts";
import { aboutDocument } from "./document-changed.ts";
import { profileOf } from "./issuer-profile.ts";
import { documentHash, likenessOf } from "./sealed-document.ts";

interface Opened {
  row: OperationRow;
  prepared: PreparationRow;
  request: EmissionRequest;
  previewed: PreviewedDocument;
}

/** One previewed document: how the invoicer issues it, and how its list shows it. */
export function documentOrder(ctx: WorkerContext, opened: Opened): Order {
  const { row, request, previewed } = opened;
  /** As last listed; the one among them that is ours is what gets reported. */
  let seen: readonly IssuedDocument[] = [];
  const matching = (listed: readonly IssuedDocument[]): string[] => {
    seen = listed;
    return listed
      .filter((one) => likenessOf(one) === row.looksLike)
      .map(({ folio }) => String(folio));
  };
  return {
    check: (at) => checkUnchanged(ctx, opened, at),
    async before({ driver }) {
      return matching(await issuedLike(emitterOf(driver), previewed));
    },
    ready,
    async send({ driver }) {
      return wordOf(await emitterOf(driver).send());
    },
    async ask({ driver }) {
      const emitter = emitterOf(driver);
      const listed = await issuedLike(emitter, previewed);
      return {
        kind: "names",
        listed: listed.length,
        matching: matching(listed),
        ...(row.target !== null && {
          pointedTo: (folios) => namedByTarget(emitter, previewed, folios),
        }),
      };
    },
    answer: ({ name, prueba, recibo }) =>
      documentAnswer({
        operacionId: row.id,
        tipoDte: previewed.tipoDte,
        folio: Number(name),
        fechaEmision: previewed.fechaEmision,
        totales: previewed.totales,
        anula:
          request.kind === "anulacion" ? { tipoDte: request.tipoDte, folio: request.folio } : null,
        prueba,
        recibo,
      }),
    folioOf: Number,
    about: (name) => aboutDocument(seen.find(({ folio }) => String(folio) === name)),
  };
}

/** The portal prepares it once more: it must equal what the caller saw, or nothing is sent. */
async function checkUnchanged(
  ctx: WorkerContext,
  { row, prepared, request }: Opened,
  { driver, step }: StepVisit,
): Promise<void> {
  const emitter = emitterOf(driver);
  const profile = await withSystemTx(ctx, (tx) =>
    profileOf(tx, row.organizationId, row.connectionId),
  );
  await step("preview");
  const fresh = await emitter.preview(request, profile);
  if (fresh.revisionEmisor !== prepared.issuerRevision) {
    throw new AppError("tributario_emitter_profile_changed");
  }
  if (documentHash(fresh) !== prepared.documentHash) {
    throw new AppError("tributario_preview_changed");
  }
}

/** Everything up to the signature. None of it issues anything. */
async function ready({ driver, subject, step }: StepVisit): Promise<void> {
  const emitter = emitterOf(driver);
  await step("propose");
  await emitter.propose();
  // Receipts are issued without a certificate of one's own, so nothing is signed.
  await step("sign");
  await subject.withFields(async (fields) => {
    const password = fields["claveCertificado"] ?? "";
    if (password === "") throw new AppError("tributario_signing_material_required");
    await emitter.sign(password);
  });
}

function wordOf(answer: SendAnswer): Word {
  switch (answer.kind) {
    case "accepted":
      return { kind: "accepted", name: answer.folio === null ? null : String(answer.folio) };
    case "refused":
      return { kind: "refused", refusal: answer.unsigned ? "signature" : "content" };
  }
}

function issuedLike(
  emitter: Emitter,
  { tipoDte, fechaEmision }: PreviewedDocument,
): Promise<IssuedDocument[]> {
  return emitter.issued({ tipoDte, fecha: fechaEmision });
}

/** The one of these credit notes that the annulled document names as its annulment. */
async function namedByTarget(
  emitter: Emitter,
  { anula, tipoDte: noteType }: PreviewedDocument,
  folios: readonly string[],
): Promise<string[]> {
  if (anula == null || folios.length === 0) return [];
  const { tipoDte, folio, fecha } = anula;
  const listed = await emitter.issued({ tipoDte, fecha });
  const note = listed.find((one) => one.folio === folio)?.anuladoPor ?? null;
  return folios.filter((one) => note?.tipoDte === noteType && String(note.folio) === one);
}

/** Missing in a read-only portal, and for a person who may not issue anything. */
export function emitterOf({ emitter }: PortalDriver): Emitter {
  if (emitter === undefined) throw new AppError("tributario_facturador_not_enabled");
  return emitter;
}
