import { z } from "zod";
import { vatOf } from "../../generator/arithmetic.ts";
import { isDay, periodOf } from "../../generator/calendar.ts";
import { companyOf } from "../../generator/companies.ts";
import { readRut } from "../../generator/rut.ts";
import { rowKind, type RowKind, type World } from "../../system/system.ts";
import { WrongCall } from "../../system/wrong-call.ts";
import { sides } from "./document.ts";
import type { Documents } from "./documents.ts";
import type { FolioRanges } from "./folio-ranges.ts";
import { exemptTypes, receiptTypes, totals } from "./totals.ts";
import { documentRow, rangeRow } from "./truth.ts";

const documentTakes =
  '{"tipoDoc", "rut", "fecha", "neto"?, "exento"?, "otros"?, "estado"?: "emitido"|"borrador"}: issued by somebody else, with the next folio (a draft takes none); with "lado": "recibidos" and "folio" one that came in; "otros" is other taxes in its total, negative for what is withheld';

const amount = z.int().nonnegative().default(0);
const day = z.string().refine(isDay, "no day AAAA-MM-DD");
const docType = z.int().min(1).max(999);

const AddedDocument = z.strictObject({
  tipoDoc: docType,
  rut: z.string(),
  fecha: day,
  neto: amount,
  exento: amount,
  otros: z.int().default(0),
  razonSocial: z.string().min(1).optional(),
  lado: z.enum(sides).default("emitidos"),
  folio: z.int().positive().optional(),
  estado: z.enum(["emitido", "borrador"]).default("emitido"),
});
type AddedDocument = z.infer<typeof AddedDocument>;

export function documentRows(documents: Documents, folios: FolioRanges, world: World): RowKind {
  return rowKind(AddedDocument, documentTakes, ({ rut: company, periodo }, row) => {
    const rut = readRut(row.rut);
    if (!rut) throw new WrongCall(`no RUT ${row.rut}`, documentTakes);
    if (row.neto + row.exento === 0) throw new WrongCall("no amount", documentTakes);
    if (row.fecha > world.today()) throw new WrongCall("fecha is in the future", documentTakes);
    if (periodOf(row.fecha) !== (periodo ?? periodOf(row.fecha))) {
      throw new WrongCall(`fecha is not in ${periodo}`, documentTakes);
    }
    const folio = folioOf(company, row, folios);
    // `neto` is the net amount even of a receipt: the tax is added.
    const affected = receiptTypes.has(row.tipoDoc) ? row.neto + vatOf(row.neto) : row.neto;
    const isExempt = exemptTypes.has(row.tipoDoc);
    const sums = isExempt
      ? totals(row.tipoDoc, 0, row.neto + row.exento)
      : totals(row.tipoDoc, affected, row.exento);
    const total = sums.total + row.otros;
    if (total <= 0) throw new WrongCall("more is withheld than there is", documentTakes);
    const added = documents.add(company, {
      ...sums,
      total,
      side: row.lado,
      docType: row.tipoDoc,
      folio,
      day: row.fecha,
      counterpart: {
        rut,
        name: row.razonSocial ?? companyOf(rut).name,
        activity: null,
        address: null,
        commune: null,
        city: null,
      },
      payment: "contado",
      lines: [],
      references: [],
      reference: null,
      isLive: false,
    });
    return documentRow(added);
  });
}

function folioOf(company: string, row: AddedDocument, folios: FolioRanges): number | null {
  if (row.lado === "recibidos") {
    if (row.folio === undefined) throw new WrongCall("one that came in has a folio", documentTakes);
    return row.folio;
  }
  if (row.folio !== undefined) throw new WrongCall("nobody chooses a folio", documentTakes);
  if (row.estado === "borrador") return null;
  const taken = folios.take(company, row.tipoDoc);
  if (!taken) throw new WrongCall(`no folio left of type ${row.tipoDoc}`, documentTakes);
  return taken.folio;
}

const rangeTakes =
  '{"tipoDoc", "desde", "hasta", "vence"?, "autorizado"?, "estado"?: "vigente"|"anulado"}: a range that is there expires on another day or is annulled, one that is not is added';

const AddedRange = z.strictObject({
  tipoDoc: docType,
  desde: z.int().positive(),
  hasta: z.int().positive().max(9_999_999_999),
  vence: day.nullish(),
  autorizado: day.optional(),
  estado: z.enum(["vigente", "anulado"]).default("vigente"),
});

export function folioRows(folios: FolioRanges, world: World): RowKind {
  return rowKind(AddedRange, rangeTakes, ({ rut: company }, row) => {
    const { tipoDoc, desde, hasta, vence, autorizado, estado } = row;
    if (hasta < desde) throw new WrongCall("hasta is before desde", rangeTakes);
    const ofType = folios.all(company).filter((one) => one.docType === tipoDoc);
    const same = ofType.find(({ from, to }) => from === desde && to === hasta);
    if (!same && ofType.some(({ from, to }) => from <= hasta && to >= desde)) {
      throw new WrongCall("these folios are in another range", rangeTakes);
    }
    const range =
      same ??
      folios.add(company, {
        docType: tipoDoc,
        from: desde,
        to: hasta,
        authorized: autorizado ?? world.today(),
        expires: null,
      });
    if (vence !== undefined) range.expires = vence;
    if (autorizado !== undefined) range.authorized = autorizado;
    range.isAnnulled = estado === "anulado";
    return rangeRow(range, folios);
  });
}
