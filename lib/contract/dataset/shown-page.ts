import * as z from "zod";
import { FinishedRows } from "./finished-rows.ts";

/** How a page is shown: which fields of its rows, as rows or as columns. It changes no row. */
export const shownAs = {
  campos: z
    .array(z.string().min(1).max(64))
    .min(1)
    .max(60)
    .optional()
    .describe("Solo estos campos de cada fila, en este orden"),
  formato: z
    .enum(["filas", "columnas"])
    .optional()
    .describe("columnas: la lista llega como { columnas, filas }, más corta: nombres una sola vez"),
};

const ShownAs = z.object(shownAs);
/** The rows in a tool's answers. */
export interface RowPage {
  list: string;
  fields: readonly string[];
}

type Row = Readonly<Record<string, unknown>>;

/** The list as columns: each row has its values in the order of the names. */
export interface Columns {
  columnas: string[];
  filas: unknown[][];
}

interface FieldIssue {
  path: (string | number)[];
  code: "invalid_choice" | "not_allowed";
  message: string;
}

/** Fields that the rows do not have, or that are named twice. */
export function wrongFields(
  given: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): FieldIssue[] {
  const shown = ShownAs.safeParse(given);
  const campos = shown.data?.campos ?? [];
  return campos.flatMap((field, place): FieldIssue[] => {
    const path = ["campos", place];
    if (!fields.includes(field)) {
      const message = `No field of these rows. They have: ${fields.join(", ")}`;
      return [{ path, code: "invalid_choice", message }];
    }
    const isRepeated = campos.indexOf(field) < place;
    return isRepeated ? [{ path, code: "not_allowed", message: "Named twice" }] : [];
  });
}

/** A validated answer, with its list as it was requested. */
export function showPage(
  answer: Record<string, unknown>,
  { list, fields }: RowPage,
  input: unknown,
): Record<string, unknown> {
  const { campos, formato } = ShownAs.parse(input);
  if (campos === undefined && formato !== "columnas") return answer;
  const kept = answer[list];
  const rows = kept instanceof FinishedRows ? kept.parsed() : (kept as Row[]);
  if (formato !== "columnas") return { ...answer, [list]: rows.map((row) => part(row, campos)) };
  const shown = campos ?? fields.filter((field) => rows.some((row) => field in row));
  const columns: Columns = {
    columnas: [...shown],
    filas: rows.map((row) => shown.map((field) => row[field] ?? null)),
  };
  return { ...answer, [list]: columns };
}

function part(row: Row, campos: readonly string[] = []): Row {
  return Object.fromEntries(campos.map((field) => [field, row[field] ?? null]));
}
