import * as z from "zod";
import { Fecha, TipoMovimiento } from "#lib/chile/index.ts";
import { portalText } from "../driver/portal-text.ts";

export const NumeroCuenta = z
  .string()
  .min(1)
  .max(40)
  .describe("Número de cuenta tal como lo escribe el banco; cuentas.consultar los lista");

export const Moneda = z
  .string()
  .min(2)
  .max(4)
  .meta({ description: "Moneda de la cuenta", examples: ["CLP", "USD"] });

export const Saldo = z.number().describe("Saldo con su propio signo: un sobregiro es negativo");

export const movementType = TipoMovimiento.describe(
  "credit: sale dinero de la cuenta (cargo); debit: entra (abono). Es el libro del banco, al revés de una cartola",
);

/** The amount fields of every movement. */
export const amountFields = {
  monto: z.number().nonnegative().describe("Magnitud sin signo"),
  type: movementType,
  display: z.string().describe("Monto con formato chileno y su signo"),
};

const readAt = z.iso.datetime().describe("La última vez que una lectura mostró la fila");
export const readAtField = { ultimaLecturaEn: readAt };
export const observedAtField = { observedAt: readAt };

/** The instant of reading in every tool's example. */
export const exampleReadAt = "2026-08-11T14:00:00.000Z";

/** The fields of a movement at every bank. */
export const movementShape = {
  id: z.string().describe("Huella estable del movimiento: la misma en cada sincronización"),
  fecha: Fecha.describe("Día del movimiento"),
  descripcion: portalText("Glosa del banco"),
  numeroDocumento: portalText("Número de documento, como texto").nullable(),
  numeroCuenta: NumeroCuenta,
  moneda: Moneda,
  ...amountFields,
};

/** The fields of a balance snapshot at every bank. */
export const balanceShape = {
  fecha: Fecha.describe("Día de la foto del saldo"),
  numeroCuenta: NumeroCuenta,
  moneda: Moneda,
  saldoContable: Saldo,
  saldoDisponible: Saldo,
};

/** A stored balance's day, whatever its bank's rows call it: banco_f has its own names. */
export const balanceDayOf = (row: Record<string, unknown>): unknown =>
  row["fecha"] ?? row["observedDay"];
export const balanceMonedaOf = (row: Record<string, unknown>): unknown =>
  row["moneda"] ?? row["currency"];
