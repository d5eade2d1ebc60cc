import * as z from "zod";
import type { Dataset } from "../dataset/dataset.ts";
import { readTool, type ReadTool } from "../read/read-tool.ts";
import { exampleReadAt, observedAtField, readAtField } from "./fields.ts";
import { movementFilters, snapshotFilters, whereRows } from "./filters.ts";

interface RowToolSpec<Row extends Record<string, unknown>> {
  /** What an agent should know about this bank's rows. */
  note?: string;
  /** A row as this bank has it, without the instant of reading. */
  example: Record<string, unknown>;
  /** What is returned of a stored row; by default all of it. */
  present?(row: Row): Record<string, unknown>;
}

/** The movements that a bank's syncs have stored; `row` is one as returned. */
export function movementsTool<Row extends Record<string, unknown>>(
  dataset: Dataset<Row>,
  row: z.ZodObject,
  { note = "", example, ...spec }: RowToolSpec<Row>,
): ReadTool<Row> {
  const connector = connectorOf(dataset);
  return readTool({
    ...spec,
    dataset,
    row: withReadAt(dataset, row),
    id: `${dataset.id}.consultar`,
    title: "Consultar movimientos guardados",
    description: sentences(
      "Lista los movimientos ya sincronizados, del más nuevo al más antiguo, con filtros por mes, días, cuenta y type.",
      note,
      `Lee solo lo guardado: una lista vacía puede ser un periodo que nunca se sincronizó (${connector}.conexion.sincronizar lo trae). numeroCuenta sale de ${connector}.cuentas.consultar.`,
    ),
    alcance: "movimientos",
    filters: z.strictObject(movementFilters),
    where: whereRows,
    example: {
      input: { periodo: "2026-08", type: example["type"] },
      rows: [{ ...example, [dataset.readAtField]: exampleReadAt }],
    },
  });
}

/** The balances that a bank's syncs have stored, one per account and day. */
export function balancesTool<Row extends Record<string, unknown>>(
  dataset: Dataset<Row>,
  row: z.ZodObject,
  { note = "", example, ...spec }: RowToolSpec<Row>,
): ReadTool<Row> {
  return readTool({
    ...spec,
    dataset,
    row: withReadAt(dataset, row),
    id: `${dataset.id}.consultar`,
    title: "Consultar saldos guardados",
    description: sentences(
      "Lista las fotos de saldo ya sincronizadas, una por cuenta y día, de la más nueva a la más antigua.",
      note,
      `No es el saldo de este instante: ${dataset.readAtField} dice cuándo se leyó. Lista vacía si nunca se sincronizó; ${connectorOf(dataset)}.conexion.sincronizar toma una foto nueva, solo con el periodo actual.`,
    ),
    alcance: "saldos",
    momentary: true,
    filters: z.strictObject(snapshotFilters),
    where: whereRows,
    example: {
      input: { desde: "2026-08-11" },
      rows: [{ ...example, [dataset.readAtField]: exampleReadAt }],
    },
  });
}

function withReadAt({ readAtField: field }: Pick<Dataset, "readAtField">, row: z.ZodObject) {
  return row.extend(field === "observedAt" ? observedAtField : readAtField);
}

function connectorOf({ id }: { id: string }): string {
  return id.slice(0, id.indexOf("."));
}

function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}
