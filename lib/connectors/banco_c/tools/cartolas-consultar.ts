import * as z from "zod";
import { accountFilter, periodoFilter, readAtField } from "#lib/contract/bank/index.ts";
import { prefixRange, readTool } from "#lib/contract/index.ts";
import { statementsDay } from "../../manifests.ts";
import { Cartola, cartolas } from "../store.ts";

export const cartolasConsultar = readTool({
  id: "banco_c.cartolas.consultar",
  title: "Consultar cartolas guardadas",
  description:
    "Lista las cartolas mensuales ya emitidas y sincronizadas, de la más nueva a la más antigua, con filtros por periodo de búsqueda y cuenta. Una cartola es un objeto aparte, no una vista de movimientos: encadena por fecha contable y sus saldos no tienen por qué cuadrar con los movimientos del mes. numeroCartola es texto, con sus ceros. Una lista vacía puede ser un periodo que nunca se sincronizó, o un mes cuya cartola el banco todavía no emite.",
  alcance: "cartolas",
  closingDay: statementsDay,
  dataset: cartolas,
  row: Cartola.extend(readAtField),
  filters: z.strictObject({ ...periodoFilter, ...accountFilter }),
  where: ({ periodo, numeroCuenta }) => ({
    ...(periodo !== undefined && prefixRange(periodo)),
    ...(numeroCuenta !== undefined && { account: numeroCuenta }),
  }),
  example: {
    input: { periodo: "2026-07" },
    rows: [
      {
        numeroCartola: "0000172",
        numeroCuenta: "55012345678",
        moneda: "CLP",
        periodo: "2026-07",
        fechaDesde: "2026-07-01",
        fechaHasta: "2026-07-31",
        fechaEmision: "2026-08-04",
        saldoInicial: 91_144_267,
        saldoFinal: 38_248_832,
        totalAbonos: 281_195_852,
        totalCargos: 334_091_287,
        numMovimientos: 417,
        ultimaLecturaEn: "2026-08-11T14:00:00.000Z",
      },
    ],
  },
});
