import * as z from "zod";
import type { ReadTool } from "#lib/contract/index.ts";

/** A row's fields as a test gives them: a day is a plain text. */
type Given<Row> = { [Field in keyof Row]?: Unbranded<Row[Field]> };
type Unbranded<Value> = Value extends string & z.core.$brand ? string : Value;

/**
 * A row as the dataset of a tool stores it: the row of the tool's own example, with these fields.
 * Throws if the dataset would not take it.
 */
export function rowOf<Row extends Record<string, unknown>>(
  { id, dataset, example }: ReadTool<Row>,
  fields: NoInfer<Given<Row>>,
): Row {
  const { [dataset.list]: rows } = example.output as Record<string, object[]>;
  const { shape } = dataset.row as unknown as z.ZodObject;
  const stored = Object.entries(rows?.[0] ?? {}).filter(([field]) => field in shape);
  const whole = dataset.row.safeParse({ ...Object.fromEntries(stored), ...fields });
  if (!whole.success) throw new TypeError(`${id}: ${z.prettifyError(whole.error)}`);
  // A given text stays as it was given, even if the dataset would clean it.
  return { ...whole.data, ...fields };
}
