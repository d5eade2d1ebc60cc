import * as z from "zod";
import { contradictions } from "../dataset/asked-part.ts";
import { Cobertura } from "../dataset/cobertura.ts";
import type { Dataset } from "../dataset/dataset.ts";
import { exampleCobertura } from "./example-cobertura.ts";
import { pageFields } from "./page-request.ts";
import type { ReadToolSpec } from "./read-tool-spec.ts";
import { totalledBy, totalsAnswer, totalsField } from "../dataset/row-totals.ts";
import { runRead } from "./run-read.ts";
import { shownAs, wrongFields } from "../dataset/shown-page.ts";
import { tool, type Tool } from "../tool/tool.ts";

/** Descriptions of the list itself. */
const pageWords = {
  newest_first:
    "Las filas de la página, de la más nueva a la más antigua; si no hay, mira cobertura",
  ascending: "Las filas de la página, en orden ascendente; si no hay, mira cobertura",
} as const satisfies Record<Dataset["order"], string>;

/** For systems that may take rows back. */
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

/** A tool, and the rows that it reads. */
export interface ReadTool<Row extends Record<string, unknown>> extends Tool {
  dataset: Dataset<Row>;
}

/** A pure read of stored rows, page by page. Never contacts the external system. */
export function readTool<Row extends Record<string, unknown>, F extends z.core.$ZodLooseShape>(
  spec: ReadToolSpec<Row, F>,
): ReadTool<Row> {
  const { dataset, extend } = spec;
  const mayWithdraw = dataset.unseen === undefined;
  const row = mayWithdraw ? spec.row.extend(withdrawn.field) : spec.row;
  const fields = Object.keys(row.shape);
  const totalled = totalledBy(spec.row);
  const taken = {
    ...spec.filters.shape,
    ...(mayWithdraw && withdrawn.filter),
    ...shownAs,
    ...(totalled !== null && totalsField),
    ...pageFields,
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
  const made = tool({
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
    run: (ctx, parsed) => runRead({ spec, totalled }, ctx, parsed),
  });
  return { ...made, dataset };
}
