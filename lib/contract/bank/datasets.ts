import type { z } from "zod";
import { monthOfDay } from "#lib/chile/index.ts";
import type { Dataset } from "../dataset/dataset.ts";
import { sortablePosition } from "./fingerprint.ts";

interface DayRow extends Record<string, unknown> {
  fecha: string;
  numeroCuenta: string;
}

/** How a bank's lists without instants of their own are read. */
export const newestFirst = { readAtField: "ultimaLecturaEn", order: "newest_first" } as const;

const ofDays = {
  ...newestFirst,
  periodo: (row: DayRow) => monthOfDay(row.fecha),
  account: (row: DayRow) => row.numeroCuenta,
} as const;

/**
 * Movements of a bank that gives no time of day: its own order within an account and day is all
 * there is.
 */
export function movementsOf<Row extends DayRow & { id: string }>(
  connector: string,
  row: z.ZodType<Row>,
): Dataset<Row> {
  return {
    ...ofDays,
    id: `${connector}.movimientos`,
    list: "movimientos",
    row,
    key: ({ id }) => id,
    sortKey: ({ fecha, numeroCuenta }, position) =>
      `${fecha}|${numeroCuenta}|${sortablePosition(position)}`,
  };
}

/** Snapshots of balances, one per account and day. */
export function dailyBalancesOf<Row extends DayRow>(
  connector: string,
  row: z.ZodType<Row>,
): Dataset<Row> {
  const placeOf = ({ fecha, numeroCuenta }: DayRow): string => `${fecha}|${numeroCuenta}`;
  return {
    ...ofDays,
    id: `${connector}.saldos`,
    list: "saldos",
    row,
    key: placeOf,
    sortKey: placeOf,
    unseen: "stays",
  };
}
