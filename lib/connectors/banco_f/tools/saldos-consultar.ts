import * as z from "zod";
import { snapshotFilters, whereRows } from "#lib/contract/bank/index.ts";
import { readTool } from "#lib/contract/index.ts";
import { observedAtField, SaldoDiario, saldos } from "../store.ts";

export const saldosConsultar = readTool({
  id: "banco_f.saldos.consultar",
  title: "Consultar saldos guardados",
  description:
    "Lista las fotos de saldo ya sincronizadas, una por cuenta y día (observedDay), de la más nueva a la más antigua. No es el saldo de este instante: observedAt dice cuándo se leyó. Lista vacía si nunca se sincronizó; banco_f.conexion.sincronizar toma una foto nueva, solo con el periodo actual.",
  alcance: "saldos",
  momentary: true,
  dataset: saldos,
  row: SaldoDiario.extend(observedAtField),
  filters: z.strictObject(snapshotFilters),
  where: whereRows,
  example: {
    input: { desde: "2026-08-01" },
    rows: [
      {
        numeroCuenta: "90012345678",
        currency: "CLP",
        observedDay: "2026-08-11",
        saldoContable: 8_765_433,
        saldoDisponible: 8_500_000,
        observedAt: "2026-08-11T14:00:00.000Z",
      },
    ],
  },
});
