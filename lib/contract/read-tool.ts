import * as z from "zod";
import { lastDay, Periodo } from "#lib/chile/index.ts";
import type { ErrorCode } from "#lib/kernel/errors/index.ts";
import { askedPart, contradictions } from "./asked-part.ts";
import { accountsRead, checkAccount } from "./check-account.ts";
import { coberturaOfLines } from "./cobertura-of-lines.ts";
import { Cobertura, coberturaOf } from "./cobertura.ts";
import { connectionOf } from "./context.ts";
import { broughtAlong, type CoverageEntry } from "./coverage-entry.ts";
import type { Dataset, RecordFilter, RecordPage } from "./dataset.ts";
import { finishedAs } from "./finished-rows.ts";
import { toTotals, totalledBy, totalsAnswer, totalsField } from "./row-totals.ts";
import { shownAs, wrongFields } from "./shown-page.ts";
import { maxPageSize, usualPageSize, type Acceso } from "./terms.ts";
import { tool, type Tool } from "./tool.ts";

const page = {
  limit: z
    .int()
    .min(1)
    .max(maxPageSize)
    .default(usualPageSize)
    .describe(`Filas por página, de 1 a ${maxPageSize}`),
  cursor: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .describe("El cursor de la respuesta anterior, tal cual; no se construye a mano"),
};

/** Of the list itself. */
const pageWords = {
  newest_first:
    "Las filas de la página, de la más nueva a la más antigua; si no hay, mira cobertura",
  ascending: "Las filas de la página, en orden ascendente; si no hay, mira cobertura",
} as const satisfies Record<Dataset["order"], string>;

/** Where an external system may take rows back. */
const withdrawn = {
  filter: {
    incluirRetirados: z
      .boolean()
      .optional()
      .describe("true: también filas retiradas o reescritas, con retiradoEn: no se suman"),
  },
  field: {
    retiradoEn: z.iso
      .datetime()
      .nullable()
      .optional()
      .describe("Solo con incluirRetirados; null: vigente"),
  },
};

/** Fields that come from how the rows were read, and not from the rows themselves. */
interface Extension<Filters> {
  /** The readings come with their proofs. */
  proofs?: true;
  /** The answer's own fields, next to the list. */
  output: Record<string, z.ZodType>;
  /** A stored row that comes along with the page. */
  along?: { dataset: string; id: string };
  answer(
    coverage: readonly CoverageEntry[],
    filters: Filters,
    along: Record<string, unknown> | null,
  ): Record<string, unknown>;
  row?(
    payload: Record<string, unknown>,
    coverage: readonly CoverageEntry[],
    filters: Filters,
  ): Record<string, unknown>;
  /** The answer's own fields as the example has them. */
  example: Record<string, unknown>;
}

interface LinesHeader {
  dataset: Dataset;
  id: string;
  /** How many lines the header says that it has. */
  expected(header: Record<string, unknown>): number;
}

interface ReadToolSpec<Row extends Record<string, unknown>, F extends z.core.$ZodLooseShape> {
  id: `${string}.${string}`;
  title: string;
  description: string;
  alcance?: string;
  /** The kinds of access that can serve the module; absent when all can. */
  servedBy?: readonly Acceso[];
  /** Snapshots of the moment, which only the current period can bring. */
  momentary?: boolean;
  /** Of the module; see `Alcance`. */
  closingDay?: number;
  dataset: Dataset<Row>;
  /** Another dataset of the same rows, for filters that it answers better. */
  datasetFor?(filters: z.output<z.ZodObject<F>>): Dataset<Row>;
  /** The dataset that has of each movement the row that counts, where `dataset` has others too. */
  counted?: Dataset<Row>;
  /** The output row: the stored one, the instant of reading, and what `extend` adds. */
  row: z.ZodObject;
  /** What is answered of a stored row; by default all of it. Pure: it runs at every read. */
  present?(row: Row): Record<string, unknown>;
  filters: z.ZodObject<F>;
  /** What part of the dataset the filters ask for. */
  where(filters: z.output<z.ZodObject<F>>): RecordFilter;
  /** The filter of an account that `cuentas` does not list: the readings themselves tell which there are. */
  accountFilter?: string;
  /** The stored row whose lines the filters ask for. */
  header?(filters: z.output<z.ZodObject<F>>): LinesHeader;
  extend?: Extension<z.output<z.ZodObject<F>>>;
  errors?: readonly ErrorCode[];
  example: { input: Record<string, unknown>; rows: Record<string, unknown>[] };
}

/** On the day of the reading: what a month in course is worth, one that had ended, a list of the moment. */
function exampleCobertura(
  { momentary = false }: { momentary?: boolean },
  { periodo = "2026-08" }: { periodo?: string },
): z.input<typeof Cobertura> {
  const month = Periodo.parse(periodo);
  const whole = momentary || periodo < "2026-08";
  return {
    estado: whole ? "completo" : "parcial",
    periodos: [month],
    hastaDia: momentary ? "2026-08-11" : whole ? lastDay(month) : "2026-08-10",
    ultimaSincronizacionEn: "2026-08-11T14:00:00.000Z",
    siguiente: null,
  };
}

/** A pure read of stored rows, page by page. Never contacts the external system. */
export function readTool<Row extends Record<string, unknown>, F extends z.core.$ZodLooseShape>(
  spec: ReadToolSpec<Row, F>,
): Tool {
  const { dataset, extend } = spec;
  const changesRows = spec.present !== undefined || extend?.row !== undefined;
  const mayWithdraw = dataset.unseen === undefined;
  const row = mayWithdraw ? spec.row.extend(withdrawn.field) : spec.row;
  const fields = Object.keys(row.shape);
  const totalled = totalledBy(spec.row);
  const taken = {
    ...spec.filters.shape,
    ...(mayWithdraw && withdrawn.filter),
    ...shownAs,
    ...(totalled !== null && totalsField),
    ...page,
  };
  const input = z.strictObject(taken).superRefine((given, refined) => {
    for (const { field, message } of contradictions(given)) {
      const params = { code: "contradiction" };
      refined.addIssue({ code: "custom", path: [field], message, params });
    }
    for (const { path, code, message } of wrongFields(given, fields)) {
      refined.addIssue({ code: "custom", path, message, params: { code } });
    }
  });
  const output = z.strictObject({
    [dataset.list]: z.array(row).describe(pageWords[dataset.order]),
    ...extend?.output,
    ...(totalled !== null && totalsAnswer),
    cobertura: Cobertura,
    cursor: z.string().nullable().describe("null cuando no hay más filas"),
  });
  return tool({
    id: spec.id,
    title: spec.title,
    description: spec.description,
    effect: "read",
    needsConnection: true,
    ...(spec.alcance !== undefined && { alcance: spec.alcance }),
    ...(spec.servedBy !== undefined && { servedBy: spec.servedBy }),
    input,
    output,
    errors: spec.errors ?? [],
    example: {
      input: spec.example.input as z.input<typeof input>,
      output: {
        [dataset.list]: spec.example.rows,
        ...extend?.example,
        cobertura: exampleCobertura(spec, spec.example.input),
        cursor: null,
      },
    },
    page: { list: dataset.list, fields },
    run: async (ctx, parsed) => {
      const {
        limit,
        cursor,
        incluirRetirados,
        totales,
        campos: _campos,
        formato: _formato,
        ...given
      } = parsed as {
        limit: number;
        cursor?: string;
        incluirRetirados?: boolean;
        totales?: boolean;
      } & Record<string, unknown>;
      const all = incluirRetirados === true;
      const filters = given as z.output<z.ZodObject<F>>;
      const where = spec.where(filters);
      const { account = null } = where;
      const header = spec.header?.(filters);
      const { id: connectionId, connector } = connectionOf(ctx);
      const along =
        header === undefined ? extend?.along : { dataset: header.dataset.id, id: header.id };
      const listed = account !== null && spec.accountFilter === undefined;
      const asked = spec.datasetFor?.(filters) ?? dataset;
      const found = await ctx.services.records.read({
        dataset: asked.id,
        order: dataset.order,
        where,
        // Not asked for is not named, so that a cursor goes on that knew nothing of it.
        asked: all ? { ...given, incluirRetirados } : given,
        alcance: spec.alcance ?? null,
        ...(listed && { accountsIn: `${connector}.cuentas` }),
        ...(extend?.proofs === true && { proofs: true }),
        ...(along !== undefined && { header: along }),
        ...(totales === true &&
          cursor === undefined && {
            totals: { by: totalled ?? [], dataset: (spec.counted ?? asked).id },
          }),
        limit,
        cursor: cursor ?? null,
        withdrawn: all,
        finished: all || changesRows ? null : finishedAs(asked, spec.row),
      });
      const known = account === null ? [] : (found.accounts ?? accountsRead(found.coverage));
      if (account !== null) checkAccount(spec.accountFilter ?? "numeroCuenta", account, known);
      const rows = found.rows.map(({ payload, readAt, withdrawnAt }) => ({
        ...(spec.present?.(payload as Row) ?? payload),
        [dataset.readAtField]: readAt,
        ...(all && { retiradoEn: withdrawnAt }),
        ...extend?.row?.(payload, found.coverage, filters),
      }));
      const readings = spec.alcance === undefined ? broughtAlong(found.coverage) : found.coverage;
      const question = {
        // Without accounts nothing was read that one of them could be among.
        entries: listed && known.length === 0 ? [] : readings,
        alcance: spec.alcance ?? null,
        now: ctx.now,
        connector,
        connectionId,
        closingDay: spec.closingDay,
      };
      const cobertura =
        header === undefined
          ? coberturaOf({
              ...question,
              momentary: spec.momentary ?? false,
              asked: askedPart(given),
              account,
            })
          : coberturaOfLines(question, linesOf(header, found.header));
      return {
        [dataset.list]: found.finished ?? rows,
        ...extend?.answer(found.coverage, filters, found.header?.payload ?? null),
        ...(totales === true && { totales: toTotals(totalled ?? [], found.totals) }),
        cobertura,
        cursor: found.cursor,
      };
    },
  });
}

function linesOf(
  { dataset, expected }: LinesHeader,
  found: RecordPage["header"],
): Parameters<typeof coberturaOfLines>[1] {
  if (found === null) return null;
  const { payload, lines } = found;
  return { periodo: dataset.periodo(payload), expected: expected(payload), stored: lines };
}
