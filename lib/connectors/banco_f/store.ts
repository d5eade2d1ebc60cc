import * as z from "zod";
import { Fecha, monthOfDay } from "#lib/chile/index.ts";
import {
  accountsOf,
  balanceShape,
  movementShape,
  movementsOf,
  portalText,
  Saldo,
} from "#lib/contract/bank/index.ts";
import type { Dataset } from "#lib/contract/index.ts";

const Texto = portalText("Texto del banco");

/** What the bank says in addition to a transfer's text. Its fields may all be empty. */
export const Transferencia = z.strictObject({
  rut: Texto,
  nombre: Texto,
  banco: Texto,
  cuenta: Texto,
});
export type Transferencia = z.infer<typeof Transferencia>;

const { moneda, ...shape } = movementShape;
const shared = {
  ...shape,
  fecha: Fecha.describe("Día en Santiago"),
  saldo: Saldo.nullable().describe("Saldo después del movimiento; null si la cuenta no lo lleva"),
  currency: moneda,
};

/** A movement as stored: with all its texts, from which the counterparty is derived. */
export const MovimientoGuardado = z.strictObject({
  ...shared,
  detalle: Texto.nullable(),
  transferencia: Transferencia.nullable(),
});
export type MovimientoGuardado = z.infer<typeof MovimientoGuardado>;

export const Counterparty = z.strictObject({
  rut: z.string().nullable().describe("RUT sin puntos, con dígito verificador comprobado"),
  nombre: portalText("Nombre como lo escribe el banco").nullable(),
  banco: portalText("Banco").nullable(),
  numeroCuenta: portalText("Cuenta").nullable(),
});
export type Counterparty = z.infer<typeof Counterparty>;

export const CounterpartySource = z.enum(["glosa", "detalle", "transferencia"]);
export type CounterpartySource = z.infer<typeof CounterpartySource>;

/** A movement as returned. */
export const Movimiento = z.strictObject({
  ...shared,
  counterparty: Counterparty.nullable().describe(
    "La otra parte, deducida de los textos guardados; null si son ambiguos o de un formato no soportado",
  ),
  counterpartySource: CounterpartySource.nullable().describe("Texto del que salió counterparty"),
});

export const SaldoDiario = z.strictObject({
  numeroCuenta: balanceShape.numeroCuenta,
  currency: balanceShape.moneda,
  observedDay: Fecha.describe("Día de la foto del saldo, en Santiago"),
  saldoContable: Saldo,
  saldoDisponible: Saldo,
});
export type SaldoDiario = z.infer<typeof SaldoDiario>;

/** The bank's own numbers change with every reading; their order within a day does not. */
export const movimientos: Dataset<MovimientoGuardado> = {
  ...movementsOf("banco_f", MovimientoGuardado),
  readAtField: "observedAt",
};

export const saldos: Dataset<SaldoDiario> = {
  id: "banco_f.saldos",
  list: "saldos",
  row: SaldoDiario,
  readAtField: "observedAt",
  order: "newest_first",
  key: (row) => `${row.observedDay}|${row.numeroCuenta}`,
  sortKey: (row) => `${row.observedDay}|${row.numeroCuenta}`,
  periodo: (row) => monthOfDay(row.observedDay),
  account: (row) => row.numeroCuenta,
  unseen: "stays",
};

export const cuentas = accountsOf("banco_f");
