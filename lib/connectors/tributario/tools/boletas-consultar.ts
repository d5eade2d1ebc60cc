import * as z from "zod";
import { Periodo } from "#lib/chile/index.ts";
import { readAtField } from "#lib/contract/bank/index.ts";
import { prefixRange, readTool } from "#lib/contract/index.ts";
import { Boleta, boletas, Lado } from "../store.ts";

export const boletasConsultar = readTool({
  id: "tributario.boletas.consultar",
  title: "Consultar boletas de honorarios",
  description:
    "Lista las boletas de honorarios ya sincronizadas de un mes, emitidas o recibidas, de la más nueva a la más antigua. Una boleta anulada sigue en la lista con estado ANULADA; una cuya anulación espera al receptor sigue vigente. Solo una conexión con la clave de la propia empresa las tiene: con la de un representante responde alcance_scheme_unsupported. Lista vacía si el periodo nunca se sincronizó.",
  alcance: "boletas",
  servedBy: ["empresa"],
  dataset: boletas,
  row: Boleta.extend(readAtField),
  present: withLaterFields,
  filters: z.strictObject({
    periodo: Periodo.describe("Mes AAAA-MM"),
    lado: Lado.describe("emitidas o recibidas por la empresa"),
  }),
  where: ({ periodo, lado }) => prefixRange(`${lado}|${periodo}|`),
  example: {
    input: { periodo: "2026-08", lado: "recibidas" },
    rows: [
      {
        lado: "recibidas",
        folio: 120,
        codigoBarras: "12345678012051049413",
        fecha: "2026-08-05",
        rutContraparte: "12345678-5",
        nombreContraparte: "Íngrid Muñoz Yáñez",
        bruto: 500_000,
        retencionEmisor: null,
        retencionReceptor: 76_250,
        liquido: 423_750,
        tasaRetencion: 15.25,
        estado: "VIGENTE",
        fechaAnulacion: null,
        observada: false,
        sociedadProfesional: false,
        ultimaLecturaEn: "2026-08-21T14:00:00.000Z",
      },
    ],
  },
});

/** Rows read before these fields were stored lack them, and had 0 for unknown values. */
function withLaterFields(row: Boleta): Record<string, unknown> {
  return {
    ...row,
    retencionEmisor: row.lado === "emitidas" ? row.retencionEmisor : null,
    observada: row.observada ?? null,
    sociedadProfesional: row.sociedadProfesional ?? null,
  };
}
