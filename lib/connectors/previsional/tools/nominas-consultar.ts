import * as z from "zod";
import { prefixRange, readTool } from "#lib/contract/index.ts";
import { readAtField } from "#lib/contract/bank/index.ts";
import { closingDay } from "../../manifests.ts";
import { ofMonth, withProof } from "../proof-field.ts";
import { EstadoNomina, Nomina, nominas } from "../store.ts";

export const nominasConsultar = readTool({
  id: "previsional.nominas.consultar",
  title: "Consultar nóminas de cotizaciones",
  description:
    "Lista las nóminas de cotizaciones previsionales ya sincronizadas de un mes de remuneración, de la más nueva a la más antigua: trabajadores, líneas, estado de declaración y pago, vencimiento y monto. prueba dice si las líneas y las planillas suman lo que dice el portal. Se declaran y pagan al mes siguiente: antes del día 15 de ese mes cobertura es parcial. Las cotizaciones de cada trabajador están en previsional.nomina_cotizaciones.consultar. Lista vacía si el periodo nunca se sincronizó.",
  alcance: "nominas",
  closingDay,
  dataset: nominas,
  row: Nomina.extend(readAtField),
  filters: z.strictObject({ ...ofMonth, estado: EstadoNomina.optional() }),
  where: ({ periodo, estado }) => ({
    ...prefixRange(`${periodo}|`),
    ...(estado !== undefined && { match: { estado } }),
  }),
  extend: withProof,
  example: {
    input: { periodo: "2026-06" },
    rows: [
      {
        idNomina: "8841",
        periodo: "2026-06",
        tipo: "remuneraciones",
        nombre: "Casa Matriz",
        sucursal: "001",
        numTrabajadores: 120,
        numLineas: 131,
        estado: "pagada",
        fechaDeclaracion: "2026-07-09",
        fechaPago: "2026-07-10",
        fechaVencimiento: "2026-07-13",
        monto: 41_870_233,
        display: "$41.870.233",
        ultimaLecturaEn: "2026-08-11T14:00:00.000Z",
      },
    ],
  },
});
