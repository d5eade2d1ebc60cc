import * as z from "zod";
import { prefixRange, readTool } from "#lib/contract/index.ts";
import { readAtField } from "#lib/contract/bank/index.ts";
import { closingDay } from "../../manifests.ts";
import { ofMonth, withProof } from "../proof-field.ts";
import { InstitucionTipo, Planilla, planillas } from "../store.ts";

export const planillasConsultar = readTool({
  id: "previsional.planillas.consultar",
  title: "Consultar planillas por institución",
  description:
    "Lista lo declarado y pagado a cada institución previsional en un mes de remuneración ya sincronizado: AFP, salud, cesantía, mutual, caja y seguro social, con reajustes, intereses y recargos si se pagó tarde. Una nómina tiene planillas desde que se declara. prueba dice si suman lo que dice el portal; las líneas se comparan solo cuando nominas se leyó en la misma sincronización. Lista vacía si el periodo nunca se sincronizó.",
  alcance: "planillas",
  closingDay,
  dataset: planillas,
  row: Planilla.extend(readAtField),
  filters: z.strictObject({ ...ofMonth, institucionTipo: InstitucionTipo.optional() }),
  where: ({ periodo, institucionTipo }) => ({
    ...prefixRange(`${periodo}|`),
    ...(institucionTipo !== undefined && { match: { institucionTipo } }),
  }),
  extend: withProof,
  example: {
    input: { periodo: "2026-06" },
    rows: [
      {
        idNomina: "8841",
        periodo: "2026-06",
        institucionTipo: "afp",
        institucionCodigo: "03",
        institucionNombre: "Fondo Alerce",
        folioPlanilla: "884101",
        numTrabajadores: 42,
        montoNominal: 6_210_450,
        reajustes: 0,
        intereses: 0,
        recargos: 0,
        monto: 6_210_450,
        fechaVencimiento: "2026-07-13",
        canalPago: "ELECTRONICO",
        estado: "pagada",
        fechaPago: "2026-07-10",
        ultimaLecturaEn: "2026-08-11T14:00:00.000Z",
      },
    ],
  },
});
