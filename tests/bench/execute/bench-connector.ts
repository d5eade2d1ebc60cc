import { z } from "zod";
import { defineConnector, prefixRange, readTool, type Dataset } from "#lib/contract/index.ts";

/** A row as wide as a bank's; the real connectors' are of this size and shape. */
export type Movement = z.infer<typeof Movement>;
export const Movement = z.strictObject({
  id: z.string(),
  numeroCuenta: z.string(),
  fecha: z.iso.date(),
  fechaContable: z.iso.date().nullable(),
  hora: z.string().nullable(),
  descripcion: z.string(),
  detalle: z.string().nullable(),
  numeroDocumento: z.string().nullable(),
  numeroOperacion: z.string().nullable(),
  sucursal: z.string().nullable(),
  canal: z.string().nullable(),
  moneda: z.enum(["CLP", "USD", "EUR"]),
  type: z.enum(["credit", "debit"]),
  monto: z.number(),
  display: z.string(),
  saldo: z.number().nullable(),
  contraparteNombre: z.string().nullable(),
  contraparteRut: z.string().nullable(),
  periodo: z.string(),
});

export const movements: Dataset<Movement> = {
  id: "prueba.movimientos",
  list: "movimientos",
  row: Movement,
  readAtField: "ultimaLecturaEn",
  order: "newest_first",
  key: (row) => row.id,
  sortKey: (row) => `${row.fecha}|${row.id}`,
  periodo: (row) => row.periodo,
  account: (row) => row.numeroCuenta,
};

export const readMovements = readTool({
  id: "prueba.movimientos.consultar",
  title: "Leer filas de prueba",
  description: "Filas que los bancos de prueba guardan.",
  alcance: "movimientos",
  dataset: movements,
  row: Movement.extend({ ultimaLecturaEn: z.iso.datetime() }),
  filters: z.strictObject({
    periodo: z.string().optional(),
    numeroCuenta: z.string().optional(),
  }),
  where: ({ periodo, numeroCuenta }) => ({
    ...(periodo !== undefined && prefixRange(periodo)),
    ...(numeroCuenta !== undefined && { account: numeroCuenta }),
  }),
  example: { input: {}, rows: [] },
});

/** The one place to change if a real bank's connector is to be measured instead. */
export const benchConnector = defineConnector(
  {
    id: "prueba",
    name: "Prueba",
    kind: "bank",
    needsConnection: true,
    alcances: [{ id: "movimientos", label: "Movimientos", currentPeriodOnly: false }],
    credentialFields: [],
  },
  [readMovements],
);

/** The n-th movement of an invented account: the same for the same n. */
export function movement(n: number): Movement {
  const day = String((n % 28) + 1).padStart(2, "0");
  const month = String((Math.floor(n / 28) % 12) + 1).padStart(2, "0");
  const amount = ((n * 7919) % 4_000_000) + 1;
  return {
    id: `mov_${String(n).padStart(10, "0")}`,
    numeroCuenta: `000-${String((n % 3) + 1).padStart(5, "0")}-08`,
    fecha: `2026-${month}-${day}`,
    fechaContable: `2026-${month}-${day}`,
    hora: "14:05",
    descripcion: `TRASPASO A PROVEEDOR ${n % 97} POR FACTURA ${n}`,
    detalle: n % 4 === 0 ? "Pago de servicios del mes, según orden de compra" : null,
    numeroDocumento: String(100_000 + n),
    numeroOperacion: String(90_000_000_000_000 + n),
    sucursal: "OFICINA CENTRAL",
    canal: "Internet",
    moneda: "CLP",
    type: n % 3 === 0 ? "credit" : "debit",
    monto: amount,
    display: `$${amount}`,
    saldo: 10_000_000 - amount,
    contraparteNombre: `Comercial Número ${n % 97} SpA`,
    contraparteRut: "76555835-2",
    periodo: `2026-${month}`,
  };
}
