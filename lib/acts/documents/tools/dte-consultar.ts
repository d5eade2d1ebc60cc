import * as z from "zod";
import { dayFilters, periodoFilter, readAtField } from "#lib/contract/bank/index.ts";
import { connectionOf, dayRange, readTool, type Tool } from "#lib/contract/index.ts";
import { DteEmitido, dte } from "#lib/connectors/tributario/store.ts";
import { actContextOf } from "#lib/ledger/index.ts";
import { emittedOf, type EmittedHere } from "../emitted-of.ts";

const ours = {
  emitidoPorServicio: z.boolean().describe("true si lo emitió este servicio en esta conexión"),
  operacionId: z.string().nullable().describe("La operación que lo emitió"),
};

const stored = readTool({
  id: "tributario.dte.consultar",
  title: "Consultar documentos emitidos",
  description:
    "Lista los documentos que la empresa emitió en el facturador gratuito y que ya se sincronizaron, del más nuevo al más antiguo, con la nota de crédito que los anula si la hay. No consulta el portal. Lista vacía si el periodo nunca se sincronizó.",
  alcance: "dte",
  dataset: dte,
  row: DteEmitido.extend(ours).extend(readAtField),
  filters: z.strictObject({
    ...periodoFilter,
    ...dayFilters,
    tipoDte: z.int().min(1).max(999).optional().describe("Código del tipo de documento"),
  }),
  where: ({ tipoDte, ...days }) => ({
    ...dayRange(days),
    ...(tipoDte !== undefined && { match: { tipoDte } }),
  }),
  example: {
    input: { periodo: "2026-08" },
    rows: [
      {
        tipoDte: 33,
        folio: 500_001,
        fecha: "2026-08-20",
        rutContraparte: "76177907-9",
        razonSocial: "VIÑEDOS AGUAS FRÍAS SPA",
        montoTotal: 1_190,
        estado: "EMITIDO",
        anuladoPor: null,
        emitidoPorServicio: true,
        operacionId: "oper_01k2exampe0000000000000000",
        ultimaLecturaEn: "2026-08-21T14:00:00.000Z",
      },
    ],
  },
});

/** Issued here since the document was read. */
function noteOf(annulment: EmittedHere | undefined): DteEmitido["anuladoPor"] {
  return annulment === undefined ? null : { tipoDte: annulment.tipoDte, folio: annulment.folio };
}

/** The stored rows, with those marked that are operations of this service. */
export const dteConsultar: Tool = {
  ...stored,
  run: async (ctx, input) => {
    const answer = (await stored.run(ctx, input)) as Record<string, unknown>;
    const rows = answer["documentos"] as DteEmitido[];
    const operations = await emittedOf(actContextOf(ctx), connectionOf(ctx).id, rows);
    const documentos = rows.map((row) => {
      const operation = operations.find(
        ({ tipoDte, folio }) => tipoDte === row.tipoDte && folio === row.folio,
      );
      const annulment = operations.find(({ target }) => target === `${row.tipoDte}|${row.folio}`);
      return {
        ...row,
        anuladoPor: row.anuladoPor ?? noteOf(annulment),
        emitidoPorServicio: operation !== undefined,
        operacionId: operation?.operacionId ?? null,
      };
    });
    return { ...answer, documentos };
  },
};
