import * as z from "zod";
import { askedPart, contradictions, dayRange } from "../dataset/asked-part.ts";
import type { AcrossPage, ConnectionRead } from "../dataset/across-connections.ts";
import { Cobertura, coberturaOf } from "../dataset/cobertura.ts";
import { exampleCobertura } from "./example-cobertura.ts";
import { pageFields, splitRequest } from "./page-request.ts";
import {
  toTotals,
  totalledBy,
  totalsAnswer,
  totalsField,
  type TotalPart,
} from "../dataset/row-totals.ts";
import { shownAs, wrongFields } from "../dataset/shown-page.ts";
import { tool, type Tool } from "../tool/tool.ts";

const most = { connections: 50, rows: 10_000 } as const;

/** What each row of several connections says about its origin. */
const source = {
  conexionId: z.string().describe("De qué conexión es la fila"),
  sistema: z.string().describe("De qué banco"),
};

/** A connection that was named and is not in the answer. */
export const ConexionOmitida = z.strictObject({
  conexionId: z.string().describe("La conexión pedida que no se leyó"),
  code: z.string().describe("Código de error que respondería su propia herramienta"),
});

interface AcrossToolSpec<F extends z.core.$ZodLooseShape> {
  id: `${string}.${string}`;
  title: string;
  description: string;
  /** The module of each connection. */
  alcance: string;
  momentary: boolean;
  list: string;
  /** The fields that rows of all these systems have. */
  row: z.ZodObject;
  /** A stored row of any of them, in these fields. */
  present(payload: Record<string, unknown>): Record<string, unknown>;
  filters: z.ZodObject<F>;
  match?(filters: z.output<z.ZodObject<F>>): Record<string, unknown> | undefined;
  example: { input: Record<string, unknown>; rows: Record<string, unknown>[] };
}

/** Reads the stored rows of several connections that the caller names, as one list. */
export function acrossTool<F extends z.core.$ZodLooseShape>(spec: AcrossToolSpec<F>): Tool {
  const row = z.strictObject({ ...source, ...spec.row.shape });
  const fields = Object.keys(row.shape);
  const totalled = totalledBy(spec.row);
  const input = z
    .strictObject({
      conexiones: z
        .array(z.string().min(1).max(64))
        .min(1)
        .max(most.connections)
        .describe("Las conexiones que se leen, de conexiones.estado.consultar; ninguna se supone"),
      ...spec.filters.shape,
      ...shownAs,
      ...(totalled !== null && totalsField),
      ...pageFields,
      cursor: pageFields.cursor.describe("El de la respuesta anterior"),
    })
    .superRefine((given, refined) => {
      for (const { path, code, message } of issuesOf(given, fields)) {
        refined.addIssue({ code: "custom", path, message, params: { code } });
      }
    });
  const total = totalsAnswer.totales.unwrap().unwrap().element.extend(source);
  const output = z.strictObject({
    [spec.list]: z
      .array(row)
      .describe(
        "Las filas de la página, de la más nueva a la más antigua, de todas las conexiones",
      ),
    ...(totalled !== null && {
      totales: z.array(total).nullable().optional().describe("Solo con totales: true"),
    }),
    coberturas: z
      .array(z.strictObject({ ...source, cobertura: Cobertura }))
      .describe("Una por conexión leída: lo que falta de cada una"),
    omitidas: z
      .array(ConexionOmitida)
      .describe("Las que no se leyeron, con el código que respondería su propia herramienta"),
    cursor: z.string().nullable().describe("null cuando no hay más filas"),
  });
  const [id = ""] = spec.example.input["conexiones"] as string[];
  return tool({
    id: spec.id,
    title: spec.title,
    description: spec.description,
    effect: "read",
    needsConnection: false,
    idempotency: "anew",
    input,
    output,
    errors: [
      "connection_disabled",
      "connection_scope_not_enabled",
      "alcance_not_enabled",
      "alcance_scheme_unsupported",
      "quota_exceeded",
    ],
    example: {
      input: spec.example.input as z.input<typeof input>,
      output: {
        [spec.list]: spec.example.rows,
        coberturas: [
          {
            conexionId: id,
            sistema: "banco_a",
            cobertura: exampleCobertura(spec, spec.example.input),
          },
        ],
        omitidas: [],
        cursor: null,
      },
    },
    page: { list: spec.list, fields },
    run: async (ctx, parsed) => {
      const request = splitRequest<z.output<z.ZodObject<F>> & { conexiones: string[] }>(parsed);
      const { limit, cursor, totales, filters } = request;
      const { conexiones, ...given } = filters;
      const match = spec.match?.(filters);
      const found = await ctx.services.across.read({
        connectionIds: conexiones,
        alcance: spec.alcance,
        where: { ...dayRange(given), ...(match !== undefined && { match }) },
        asked: given,
        ...(totales && cursor === null && { totals: totalled ?? [] }),
        limit,
        cursor,
      });
      return {
        [spec.list]: found.rows.map((one) => ({
          conexionId: one.connectionId,
          sistema: one.connector,
          ...spec.present(one.payload),
          ultimaLecturaEn: one.readAt,
        })),
        ...(totales && { totales: totalsOf(found, totalled ?? []) }),
        coberturas: found.read.map((read) => coverageOf(spec, read, given, ctx.now)),
        omitidas: found.omitted.map(({ connectionId, code }) => ({
          conexionId: connectionId,
          code,
        })),
        cursor: found.cursor,
      };
    },
  });
}

function issuesOf(given: Record<string, unknown>, fields: readonly string[]) {
  const { conexiones, limit } = given as { conexiones: string[]; limit: number };
  const repeated = conexiones.flatMap((id, place) =>
    conexiones.indexOf(id) < place
      ? [{ path: ["conexiones", place], code: "not_allowed", message: "Named twice" }]
      : [],
  );
  const tooMany = conexiones.length * limit > most.rows;
  const message = `limit times connections is at most ${most.rows}`;
  return [
    ...repeated,
    ...(tooMany ? [{ path: ["limit"], code: "too_large", message }] : []),
    ...contradictions(given).map(({ field, message: why }) => ({
      path: [field],
      code: "contradiction",
      message: why,
    })),
    ...wrongFields(given, fields),
  ];
}

function totalsOf({ read }: AcrossPage, by: readonly TotalPart[]) {
  if (read.every(({ totals }) => totals === null)) return null;
  return read.flatMap(({ id, connector, totals }) =>
    (toTotals(by, totals) ?? []).map((total) => ({
      conexionId: id,
      sistema: connector,
      ...total,
    })),
  );
}

function coverageOf(
  { alcance, momentary }: Pick<AcrossToolSpec<z.core.$ZodLooseShape>, "alcance" | "momentary">,
  { id, connector, coverage }: ConnectionRead,
  given: Record<string, unknown>,
  now: Date,
) {
  const cobertura = coberturaOf({
    entries: coverage,
    alcance,
    momentary,
    asked: askedPart(given),
    account: null,
    now,
    connector,
    connectionId: id,
  });
  return { conexionId: id, sistema: connector, cobertura };
}
