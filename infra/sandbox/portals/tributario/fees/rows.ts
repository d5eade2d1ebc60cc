import { z } from "zod";
import { periodOf, santiagoInstant } from "../../../generator/calendar.ts";
import { companyOf } from "../../../generator/companies.ts";
import { readRut } from "../../../generator/rut.ts";
import { rowKind, type RowKind, type World } from "../../../system/system.ts";
import { WrongCall } from "../../../system/wrong-call.ts";
import type { FeeBook } from "./book.ts";
import {
  barCodeOf,
  isCompany,
  retentionOf,
  retentionRate,
  sides,
  type FeeReceipt,
  type FeeReceiptNow,
  type Side,
} from "./receipt.ts";
import { feeRow } from "./truth.ts";

const takes =
  '{"lado": "emitidas"|"recibidas", "folio", "rut"|null, "fecha", "bruto", "nombre"?, "anulada"?, "fechaAnulacion"?}: one that is there is annulled, one that is not is added';

const ignored = z.unknown().optional();
const AddedReceipt = z.strictObject({
  lado: z.enum(sides),
  folio: z.int().positive(),
  rut: z.string().nullable(),
  fecha: z.iso.date().optional(),
  bruto: z.int().positive().optional(),
  nombre: z.string().optional(),
  anulada: z.boolean().default(false),
  fechaAnulacion: z.iso.date().nullish(),
  sociedadProfesional: z.boolean().default(false),
  // A row copied from `truth` has these fields, but the portal computes them itself.
  codigoBarras: ignored,
  retencion: ignored,
  retencionEmisor: ignored,
  retencionReceptor: ignored,
  liquido: ignored,
  tasa: ignored,
  observada: ignored,
  estado: ignored,
  anulacion: ignored,
});

type AddedReceipt = z.infer<typeof AddedReceipt>;

export function feeRows(fees: FeeBook, world: World): RowKind {
  return rowKind(AddedReceipt, takes, (target, row) => {
    const period = target.periodo ?? periodOf(row.fecha ?? world.today());
    const named = { company: target.rut, period, ...row, rut: typedRut(row.rut, takes) };
    if (!namedReceipt(fees, named)) fees.add(target.rut, receiptOf(named, row, world));
    const found = namedReceipt(fees, named);
    if (!found) throw new Error("a receipt that was added is not there");
    if (row.anulada) fees.annulOn(target.rut, found, row.fechaAnulacion ?? world.today());
    return feeRow(namedReceipt(fees, named) ?? found);
  });
}

const observationTakes =
  '{"lado", "folio", "rut"|null, "causa": 1 to 9, "fecha"?}: the receiver of a receipt that is there observes it';

const AddedObservation = z.strictObject({
  lado: z.enum(sides),
  folio: z.int().positive(),
  rut: z.string().nullable(),
  causa: z.int().min(1).max(9),
  fecha: z.iso.date().optional(),
});

export function observationRows(fees: FeeBook, world: World): RowKind {
  return rowKind(AddedObservation, observationTakes, (target, row) => {
    const period = target.periodo ?? periodOf(world.today());
    const rut = typedRut(row.rut, observationTakes);
    const named = { company: target.rut, period, ...row, rut };
    const receipt = namedReceipt(fees, named);
    if (!receipt) throw new WrongCall(`no such receipt in ${period}`, observationTakes);
    const day = row.fecha ?? world.today();
    fees.observe(target.rut, receipt, { cause: row.causa, day });
    return {
      ...feeRow(namedReceipt(fees, named) ?? receipt),
      causa: row.causa,
      fechaObservacion: day,
    };
  });
}

interface ReceiptName {
  company: string;
  period: string;
  lado: Side;
  folio: number;
  rut: string | null;
}

function namedReceipt(fees: FeeBook, named: ReceiptName): FeeReceiptNow | undefined {
  const { company, period, lado, folio, rut } = named;
  return fees
    .receipts(company, period)
    .find((one) => one.side === lado && one.folio === folio && one.rut === rut);
}

function typedRut(typed: string | null, expected: string): string | null {
  const rut = typed === null ? null : readRut(typed);
  if (rut === undefined) throw new WrongCall(`no RUT ${typed}`, expected);
  return rut;
}

function receiptOf(
  { company, period, lado, folio, rut }: ReceiptName,
  { fecha: day, bruto: gross, nombre, sociedadProfesional: partnership }: AddedReceipt,
  world: World,
): FeeReceipt {
  if (!day || !gross) throw new WrongCall("a new one needs fecha and bruto", takes);
  if (day > world.today()) throw new WrongCall("fecha is in the future", takes);
  if (periodOf(day) !== period) throw new WrongCall(`fecha is not in ${period}`, takes);
  const rate = retentionRate(day);
  const isIssued = lado === "emitidas";
  const receiver = isIssued ? rut : company;
  const holder = receiver !== null && isCompany(receiver) ? "receiver" : "issuer";
  return {
    side: lado,
    folio,
    barCode: barCodeOf(isIssued ? company : (rut ?? "0"), folio, "00000"),
    day,
    at: day === world.today() ? world.now() : santiagoInstant(day, "12:00:00"),
    rut,
    name: nombre ?? (rut === null ? "SIN IDENTIFICAR" : companyOf(rut).name),
    address: "",
    issuedFrom: "",
    lines: [{ text: "SERVICIOS PROFESIONALES", amount: gross }],
    gross,
    rate,
    withheld: partnership ? 0 : retentionOf(gross, rate),
    withheldBy: partnership ? "nobody" : holder,
    partnership,
    annulledAt: null,
    by: null,
  };
}
