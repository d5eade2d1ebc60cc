import { z } from "zod";
import { periodOf, santiagoDay, santiagoInstant } from "../../../generator/calendar.ts";
import { companyOf } from "../../../generator/companies.ts";
import { readRut } from "../../../generator/rut.ts";
import {
  rowKind,
  type Row,
  type RowKind,
  type TruthQuery,
  type World,
} from "../../../system/system.ts";
import { WrongCall } from "../../../system/wrong-call.ts";
import type { FeeBook } from "./book.ts";
import {
  barCodeOf,
  isCompany,
  retentionOf,
  retentionRate,
  sides,
  type FeeReceipt,
} from "./receipt.ts";

const takes =
  '{"lado": "emitidas"|"recibidas", "folio", "rut", "fecha", "bruto", "nombre"?, "anulada"?, "fechaAnulacion"?}: one that is there is annulled, one that is not is added';

const ignored = z.unknown().optional();
const AddedReceipt = z.strictObject({
  lado: z.enum(sides),
  folio: z.int().positive(),
  rut: z.string(),
  fecha: z.iso.date().optional(),
  bruto: z.int().positive().optional(),
  nombre: z.string().optional(),
  anulada: z.boolean().default(false),
  fechaAnulacion: z.iso.date().nullish(),
  // A row copied from `truth` carries these; the portal works them out itself.
  codigoBarras: ignored,
  retencion: ignored,
  retencionEmisor: ignored,
  retencionReceptor: ignored,
  liquido: ignored,
  tasa: ignored,
});

function feeRow(receipt: FeeReceipt) {
  const { withheld, withheldBy, annulledAt } = receipt;
  return {
    lado: receipt.side,
    folio: receipt.folio,
    codigoBarras: receipt.barCode,
    fecha: receipt.day,
    rut: receipt.rut,
    nombre: receipt.name,
    bruto: receipt.gross,
    retencion: withheld,
    retencionEmisor: withheldBy === "issuer" ? withheld : 0,
    retencionReceptor: withheldBy === "receiver" ? withheld : 0,
    liquido: receipt.gross - withheld,
    tasa: receipt.rate / 100,
    anulada: annulledAt !== null,
    fechaAnulacion: annulledAt ? santiagoDay(annulledAt) : null,
  };
}

/** `&lado=` narrows it down. */
export function feeTruth(fees: FeeBook, { rut, periodo, params }: TruthQuery): Row[] {
  const rows = fees.receipts(rut, periodo).map(feeRow);
  return rows.filter(({ lado }) => !params["lado"] || params["lado"] === lado);
}

export function feeRows(fees: FeeBook, world: World): RowKind {
  return rowKind(AddedReceipt, takes, (target, row) => {
    const rut = readRut(row.rut);
    if (!rut) throw new WrongCall(`no RUT ${row.rut}`, takes);
    const { lado: side, folio } = row;
    const period = target.periodo ?? periodOf(row.fecha ?? world.today());
    const known = () =>
      fees
        .receipts(target.rut, period)
        .find((one) => one.side === side && one.folio === folio && one.rut === rut);
    if (!known()) {
      if (!row.fecha || !row.bruto) throw new WrongCall("a new one needs fecha and bruto", takes);
      if (row.fecha > world.today()) throw new WrongCall("fecha is in the future", takes);
      fees.add(
        target.rut,
        period,
        receiptOf(target.rut, { ...row, rut }, row.fecha, row.bruto, world),
      );
    }
    const day = row.fechaAnulacion ?? world.today();
    if (row.anulada) fees.annul(target.rut, period, { side, folio, rut }, day);
    const found = known();
    if (!found) throw new Error("a receipt that was added is not there");
    return feeRow(found);
  });
}

function receiptOf(
  company: string,
  { lado, folio, rut, nombre }: z.infer<typeof AddedReceipt>,
  day: string,
  gross: number,
  world: World,
): FeeReceipt {
  const rate = retentionRate(day);
  const isIssued = lado === "emitidas";
  return {
    side: lado,
    folio,
    barCode: barCodeOf(isIssued ? company : rut, folio, "00000"),
    day,
    at: day === world.today() ? world.now() : santiagoInstant(day, "12:00:00"),
    rut,
    name: nombre ?? companyOf(rut).name,
    gross,
    rate,
    withheld: retentionOf(gross, rate),
    withheldBy: isCompany(isIssued ? rut : company) ? "receiver" : "issuer",
    annulledAt: null,
  };
}
