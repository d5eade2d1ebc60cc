import { z } from "zod";
import { dayOf, daysIn, periodOf, santiagoInstant } from "../../../generator/calendar.ts";
import { companyOf } from "../../../generator/companies.ts";
import { readRut } from "../../../generator/rut.ts";
import { rowKind, type RowKind, type TruthQuery, type World } from "../../../system/system.ts";
import { WrongCall } from "../../../system/wrong-call.ts";
import { vatOf } from "../../../generator/arithmetic.ts";
import { offeredTypes } from "../people.ts";
import type { IssuedBook } from "./issued.ts";
import { codeOf, type IssuedDocument } from "./issued-document.ts";

type Annulments = ReturnType<IssuedBook["annulments"]>;

function issuedRow(annulments: Annulments, issued: IssuedDocument) {
  const annulment = annulments(issued);
  return {
    tipoDoc: issued.docType,
    folio: issued.folio,
    rut: issued.rut,
    razonSocial: issued.name,
    fecha: issued.day,
    exento: issued.exempt,
    neto: issued.net,
    iva: issued.vat,
    total: issued.total,
    anulado: annulment !== undefined,
    anuladoPor: annulment ? `${annulment.docType}-${annulment.folio}` : null,
    codigo: codeOf(issued),
    /** The login that sent it through the wizard. */
    emitidoPor: issued.by,
  };
}

/** Everything that was issued, whether or not the list shows it yet. */
export function issuedTruth(book: IssuedBook, { rut, periodo, params }: TruthQuery) {
  const annulments = book.annulments(rut);
  return book
    .between(rut, dayOf(periodo, 1), dayOf(periodo, daysIn(periodo)))
    .map((issued) => issuedRow(annulments, issued))
    .filter(({ tipoDoc }) => !params["tipoDoc"] || params["tipoDoc"] === String(tipoDoc));
}

const takes =
  '{"tipoDoc", "rut", "fecha", "neto"? , "exento"?, "razonSocial"?, "folio"?}: a document that somebody else issued through the invoicer';

const amount = z.int().nonnegative().default(0);
const AddedIssued = z.strictObject({
  tipoDoc: z.union(offeredTypes.map((one) => z.literal(one))),
  rut: z.string(),
  fecha: z.iso.date(),
  neto: amount,
  exento: amount,
  razonSocial: z.string().optional(),
  folio: z.int().min(1).max(10_000_000_000).optional(),
});

/** Folios of documents that come this way, separate from all others. */
const firstFolio = 800_001;

export function issuedRows(book: IssuedBook, world: World): RowKind {
  let added = 0;
  return rowKind(AddedIssued, takes, (target, row) => {
    const rut = readRut(row.rut);
    if (!rut) throw new WrongCall(`no RUT ${row.rut}`, takes);
    if (row.fecha > world.today()) throw new WrongCall("fecha is in the future", takes);
    if (target.periodo && target.periodo !== periodOf(row.fecha)) {
      throw new WrongCall(`fecha ${row.fecha} is not in periodo ${target.periodo}`, takes);
    }
    const vat = vatOf(row.neto);
    const issued: IssuedDocument = {
      docType: row.tipoDoc,
      folio: row.folio ?? firstFolio + added,
      rut,
      name: row.razonSocial ?? companyOf(rut).name,
      day: row.fecha,
      at: row.fecha === world.today() ? world.now() : santiagoInstant(row.fecha, "12:00:00"),
      exempt: row.exento,
      net: row.neto,
      vat,
      total: row.exento + row.neto + vat,
      lines: [{ name: "SEGÚN DETALLE ADJUNTO", amount: row.exento + row.neto }],
      references: [],
      by: null,
    };
    added += 1;
    if (book.find(target.rut, issued)) throw new WrongCall("that folio is taken", takes);
    book.put(target.rut, issued);
    return issuedRow(book.annulments(target.rut), issued);
  });
}
