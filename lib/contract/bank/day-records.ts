import { toRecord, type Dataset, type NewRecord } from "../dataset.ts";
import { counter } from "./fingerprint.ts";

/** Rows in the order they happened, each with its place inside its account's day. */
export function dayRecords<Row extends Record<string, unknown> & { fecha: string }>(
  dataset: Dataset<Row>,
  rows: readonly Row[],
): NewRecord[] {
  const positionOf = counter();
  return rows.map((row) => {
    const place = positionOf(`${row.fecha}|${dataset.account(row) ?? ""}`);
    return toRecord(dataset, row, place);
  });
}
