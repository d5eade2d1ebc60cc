import * as z from "zod";
import { Fecha, monthOfDay, Periodo } from "#lib/chile/index.ts";
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
  fechaContable: Fecha.nullable().describe("Día contable; null mientras no llega"),
  sucursal: portalText("Sucursal").nullable(),
  saldoContable: Saldo.describe("Saldo después del movimiento, con su propio signo"),
});
export type Movimiento = z.infer<typeof Movimiento>;

export const SaldoDiario = z.strictObject({
  ...balanceShape,
  saldoContable: Saldo.nullable().describe(
    "Saldo contable real, que difiere del disponible por retenciones y cheques en canje; null en filas sincronizadas antes del 2026-08-11",
  ),
  saldoLineaCredito: Saldo.describe("Lo disponible de la línea de crédito"),
});
export type SaldoDiario = z.infer<typeof SaldoDiario>;

export const Cartola = z.strictObject({
  numeroCartola: z.string().describe("Número de la cartola: siempre texto, con sus ceros"),
  numeroCuenta: NumeroCuenta,
  moneda: Moneda,
  periodo: Periodo.describe("Periodo con que el banco la busca"),
  fechaDesde: Fecha.describe("Primer día contable"),
  fechaHasta: Fecha.describe("Último día contable"),
  fechaEmision: Fecha,
  saldoInicial: Saldo,
  saldoFinal: Saldo,
  totalAbonos: z.number().nonnegative().describe("Lo que entró según el banco, sin signo"),
  totalCargos: z.number().nonnegative().describe("Lo que salió según el banco, sin signo"),
  numMovimientos: z.int().nonnegative().describe("Cuántos declara el banco en la cartola"),
});
export type Cartola = z.infer<typeof Cartola>;

export const Tarjeta = z
  .string()
  .regex(/^\*{4}\d{4}$/, { error: "Four asterisks and the last four digits, such as ****1234" })
  .meta({ description: "Últimos cuatro dígitos de la tarjeta", examples: ["****1234"] });

export const estadoFacturacion = z
  .enum(["no_facturado", "facturado"])
  .describe("Si ya está en un estado de cuenta de la tarjeta");

export const MovimientoTarjeta = z.strictObject({
  id: z.string().describe("Huella estable: la misma antes y después de facturarse"),
  tarjeta: Tarjeta,
  titular: z
    .enum(["titular", "adicional"])
    .describe("Si la tarjeta es del titular o una adicional"),
  fecha: Fecha,
  descripcion: portalText("Glosa del banco"),
  comercio: portalText("Comercio").nullable(),
  numeroCuenta: NumeroCuenta.nullable().describe(
    "Cuenta de la tarjeta; null: el banco no la muestra",
  ),
  moneda: Moneda,
  ...amountFields,
  cuotas: z
    .string()
    .regex(/^\d{2}\/\d{2}$/)
    .nullable()
    .describe("Cuota y total de cuotas, 02/03; null si es en una"),
  montoTotal: z.number().nonnegative().nullable().describe("Compra completa, si es en cuotas"),
  estadoFacturacion,
  periodoFacturacion: Periodo.nullable().describe("Mes del estado de cuenta que lo cobra"),
});
export type MovimientoTarjeta = z.infer<typeof MovimientoTarjeta>;

export const movimientos = movementsOf("banco_c", Movimiento);
export const saldos = dailyBalancesOf("banco_c", SaldoDiario);

/** Begins with the period that the bank searches by, which is what the filter names. */
export const cartolas: Dataset<Cartola> = {
  ...newestFirst,
  id: "banco_c.cartolas",
  list: "cartolas",
  row: Cartola,
  key: (row) => `${row.numeroCuenta}|${row.numeroCartola}`,
  sortKey: (row) => [row.periodo, row.fechaHasta, row.numeroCuenta, row.numeroCartola].join("|"),
  periodo: (row) => row.periodo,
  account: (row) => row.numeroCuenta,
  // An issued statement stays issued.
  unseen: "stays",
};

/** The card takes the place that the account has in a bank's other rows. */
export const movimientosTarjetas: Dataset<MovimientoTarjeta> = {
  ...newestFirst,
  id: "banco_c.movimientos_tarjetas",
  list: "movimientos_tarjetas",
  row: MovimientoTarjeta,
  key: (row) => row.id,
  sortKey: (row, position) => `${row.fecha}|${row.tarjeta}|${sortablePosition(position)}`,
  periodo: (row) => monthOfDay(row.fecha),
  account: (row) => row.tarjeta,
};

export const cuentas = accountsOf("banco_c");
