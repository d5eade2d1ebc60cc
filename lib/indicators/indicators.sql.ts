import { doublePrecision, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "#lib/db/columns.ts";

/** Published values. They belong to the country, not to an organization. */
export const indicatorValues = pgTable(
  "indicator_values",
  {
    codigo: text().notNull(),
    fecha: text().notNull(),
    valor: doublePrecision().notNull(),
    readAt: instant("read_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.codigo, t.fecha] })],
);
