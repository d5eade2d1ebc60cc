import * as z from "zod";
import { readAtField, snapshotFilters, whereRows } from "#lib/contract/bank/index.ts";
import { readTool } from "#lib/contract/index.ts";
import { SaldoDiario, saldos } from "../store.ts";

export const saldosConsultar = readTool({
  id: "banco_d.saldos.consultar",
  title: "Consultar saldos guardados",
  description:
    "Lista las fotos de los cuatro saldos ya sincronizadas (contable, disponible, de las 9 AM y retención), una por cuenta y día, de la más nueva a la más antigua. No es el saldo de este instante: ultimaLecturaEn dice cuándo se leyó. Lista vacía si nunca se sincronizó; banco_d.conexion.sincronizar toma una foto nueva, solo con el periodo actual.",
  alcance: "saldos",
  momentary: true,
  dataset: saldos,
  row: SaldoDiario.extend(readAtField),
  filters: z.strictObject(snapshotFilters),
  where: whereRows,
  example: {
    input: { desde: "2026-08-01" },
    rows: [
      {
        fecha: "2026-08-11",
        numeroCuenta: "34946893947",
        moneda: "CLP",
        saldoContable: 8_765_433,
        saldoDisponible: 8_500_000,
        saldo9AM: 9_120_000,
        retencion: 265_433,
        ultimaLecturaEn: "2026-08-11T14:00:00.000Z",
      },
    ],
  },
});
