import * as z from "zod";
import { Fecha, monthOfDay } from "#lib/chile/index.ts";
import {
  accountsOf,
  amountFields,
  balanceShape,
  dailyBalancesOf,
  Moneda,
  movementShape,
  movementsOf,
  newestFirst,
  NumeroCuenta,
  portalText,
  Saldo,
  sortablePosition,
} from "#lib/contract/bank/index.ts";
import type { Dataset } from "#lib/contract/index.ts";

export const Movimiento = z.strictObject({
  ...movementShape,
  id: movementShape.id.describe(
    "Huella estable del movimiento: la misma en ambas cartolas del banco",
  ),
});
export type Movimiento = z.infer<typeof Movimiento>;

export const SaldoDiario = z.strictObject({
  ...balanceShape,
  saldoProvisorio: Saldo,
});
export type SaldoDiario = z.infer<typeof SaldoDiario>;

export const direction = z
  .enum(["issued", "received"])
  .describe("issued: enviada desde la cuenta; received: recibida en ella");

export const Transferencia = z.strictObject({
  direction,
  numeroTransaccion: z
    .string()
    .regex(/^\d{14}$/)
    .describe("Número del banco: siempre texto de 14 dígitos, con sus ceros"),
  fecha: Fecha.describe("Día en Santiago"),
  hora: z.string().nullable().describe("HH:MM:SS en Santiago"),
  numeroCuenta: NumeroCuenta,
  moneda: Moneda,
  ...amountFields,
  rutContraparte: z.string().nullable().describe("RUT sin puntos; null si el banco no da uno"),
  nombreContraparte: portalText("Nombre de la otra parte"),
  bancoContraparte: portalText("Banco de la otra parte"),
  cuentaContraparte: portalText("Cuenta de la otra parte"),
  mensaje: portalText("Lo que escribió quien transfirió").nullable(),
  estado: portalText("APLICADA o RECHAZADA: una rechazada no movió dinero"),
});
export type Transferencia = z.infer<typeof Transferencia>;

const paidFrom = NumeroCuenta.nullable().describe(
  "Cuenta de la que se paga; null: el banco no la muestra",
);

export const IdNomina = z
  .string()
  .trim()
  .regex(/^[\w-]{1,40}$/, { error: "An idNomina of banco_b.nominas.consultar" })
  .describe("Identificador de la nómina en el banco; sale de banco_b.nominas.consultar");

export const Nomina = z.strictObject({
  idNomina: IdNomina,
  nombre: portalText("Nombre que le dio la empresa").nullable(),
  fecha: Fecha.describe("Día en que se creó"),
  fechaPago: Fecha.nullable(),
  tipoNomina: z
    .enum(["remuneraciones", "proveedores", "otros"])
    .describe("A quiénes paga: sueldos, proveedores u otros pagos"),
  estado: portalText("Estado como lo nombra el banco"),
  numRegistros: z.int().nonnegative().describe("Cuántos pagos tiene: pueden ser más de mil"),
  numeroCuenta: paidFrom,
  moneda: Moneda,
  ...amountFields,
});
export type Nomina = z.infer<typeof Nomina>;

export const NominaPago = z.strictObject({
  idNomina: IdNomina,
  linea: z.int().positive().describe("Lugar del pago en la nómina"),
  rutBeneficiario: z.string().nullable().describe("RUT sin puntos; null si el banco no da uno"),
  nombreBeneficiario: portalText("Nombre del beneficiario"),
  bancoBeneficiario: portalText("Banco del beneficiario").nullable(),
  cuentaBeneficiario: portalText("Cuenta del beneficiario").nullable(),
  tipoCuenta: portalText(
    "corriente, vista, ahorro o rut; otro código queda como lo escribe el banco",
  ).nullable(),
  medioPago: portalText("Medio de pago como lo nombra el banco"),
  estado: portalText("Estado como lo nombra el banco"),
  motivoRechazo: portalText("Por qué se rechazó").nullable(),
  numeroCuenta: paidFrom,
  moneda: Moneda,
  ...amountFields,
});
export type NominaPago = z.infer<typeof NominaPago>;

/** `position` is the portal's own number of the movement within its account and day. */
export const movimientos = movementsOf("banco_b", Movimiento);
export const saldos = dailyBalancesOf("banco_b", SaldoDiario);

export const transferencias: Dataset<Transferencia> = {
  ...newestFirst,
  id: "banco_b.transferencias",
  list: "transferencias",
  row: Transferencia,
  key: (row) => `${row.direction}|${row.numeroTransaccion}`,
  sortKey: (row) => `${row.fecha}|${row.hora ?? ""}|${row.numeroTransaccion}`,
  periodo: (row) => monthOfDay(row.fecha),
  account: (row) => row.numeroCuenta,
};

/** `position` is the time of day at which the batch was made, as HHMMSS. */
export const nominas: Dataset<Nomina> = {
  ...newestFirst,
  id: "banco_b.nominas",
  list: "nominas",
  row: Nomina,
  key: (row) => row.idNomina,
  sortKey: (row, position) => `${row.fecha}|${sortablePosition(position)}|${row.idNomina}`,
  periodo: (row) => monthOfDay(row.fecha),
  account: (row) => row.numeroCuenta,
};

/** Read one batch at a time, so the sort key begins with it. */
export const nominaPagos: Dataset<NominaPago> = {
  id: "banco_b.nomina_pagos",
  list: "nomina_pagos",
  row: NominaPago,
  readAtField: "ultimaLecturaEn",
  order: "ascending",
  key: (row) => `${row.idNomina}|${row.linea}`,
  sortKey: (row) => `${row.idNomina}|${sortablePosition(row.linea)}`,
  periodo: () => "",
  account: (row) => row.numeroCuenta,
};

export const cuentas = accountsOf("banco_b");
