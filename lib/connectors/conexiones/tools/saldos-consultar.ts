import * as z from "zod";
import {
  balanceDayOf,
  balanceMonedaOf,
  balanceShape,
  dayFilters,
  exampleReadAt,
  readAtField,
  Saldo,
} from "#lib/contract/bank/index.ts";
import { acrossTool } from "#lib/contract/index.ts";

const row = z.strictObject({
  ...balanceShape,
  saldoContable: Saldo.nullable(),
  saldoDisponible: Saldo.nullable(),
  ...readAtField,
});

export const saldosConsultar = acrossTool({
  id: "conexiones.saldos.consultar",
  title: "Consultar saldos de varias cuentas bancarias a la vez",
  description:
    "Lista como una sola las fotos de saldo ya sincronizadas de todas las conexiones bancarias que nombres, una por cuenta y día, de la más nueva a la más antigua. No es el saldo de este instante: ultimaLecturaEn dice cuándo se leyó. coberturas dice de cada conexión si lo pedido está completo y, si no, con qué llamada se trae; omitidas, cuáles no se leyeron y por qué. Cada conexión leída gasta una llamada de su cuota. Los ids salen de conexiones.estado.consultar.",
  alcance: "saldos",
  momentary: true,
  list: "saldos",
  row,
  present: (payload) => ({
    fecha: balanceDayOf(payload),
    numeroCuenta: payload["numeroCuenta"],
    moneda: balanceMonedaOf(payload),
    saldoContable: payload["saldoContable"] ?? null,
    saldoDisponible: payload["saldoDisponible"] ?? null,
  }),
  filters: z.strictObject(dayFilters),
  example: {
    input: { conexiones: ["conn_01k2ap4m7c5xj0h8rztwq6e9vd"], desde: "2026-08-11" },
    rows: [
      {
        conexionId: "conn_01k2ap4m7c5xj0h8rztwq6e9vd",
        sistema: "banco_a",
        fecha: "2026-08-11",
        numeroCuenta: "70012345678",
        moneda: "CLP",
        saldoContable: 8_765_433,
        saldoDisponible: 8_500_000,
        ultimaLecturaEn: exampleReadAt,
      },
    ],
  },
});
