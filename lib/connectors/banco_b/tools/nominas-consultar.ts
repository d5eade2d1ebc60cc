import * as z from "zod";
import { dayFilters, periodoFilter, readAtField } from "#lib/contract/bank/index.ts";
import { dayRange, readTool } from "#lib/contract/index.ts";
import { Nomina, nominas } from "../store.ts";

export const nominasConsultar = readTool({
  id: "banco_b.nominas.consultar",
  title: "Consultar nóminas guardadas",
  description:
    "Lista las cabeceras de las nóminas de pago ya sincronizadas, de la más nueva a la más antigua, por el día en que se crearon. No trae los pagos, que pueden ser más de mil: pídelos con idNomina a banco_b.nomina_pagos.consultar. monto es el total ordenado, también de una nómina anulada: mira estado. Lista vacía si el periodo nunca se sincronizó.",
  alcance: "nominas",
  dataset: nominas,
  row: Nomina.extend(readAtField),
  filters: z.strictObject({ ...periodoFilter, ...dayFilters }),
  where: dayRange,
  example: {
    input: { periodo: "2026-08" },
    rows: [
      {
        idNomina: "746252188",
        nombre: "Remuneraciones 08/2026",
        fecha: "2026-08-18",
        fechaPago: "2026-08-20",
        tipoNomina: "remuneraciones",
        estado: "PAGADA CON RECHAZOS",
        numRegistros: 1180,
        numeroCuenta: null,
        moneda: "CLP",
        monto: 1_451_548_159,
        type: "credit",
        display: "-$1.451.548.159",
        ultimaLecturaEn: "2026-08-21T14:00:00.000Z",
      },
    ],
  },
});
