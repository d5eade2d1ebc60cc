import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#lib/db/columns.ts";

/**
 * What the operator changed, and why. Each row commits with its change; none is ever changed or
 * deleted. It outlives the organizations that it names, and holds no name of theirs.
 */
export const operatorActions = pgTable(
  "operator_actions",
  {
    id: text().primaryKey(),
    at: instant("at").notNull(),
    operator: text().notNull(),
    /** As it is called: `key revoke`. */
    command: text().notNull(),
    /** What it was about: the first id of the call, or a system. */
    subject: text(),
    /** Whose that is. */
    organization: text(),
    reason: text(),
    /** Its options, but for names, mails and folders; and what it left for another one to hold to. */
    options: jsonb().$type<Record<string, string | boolean | string[]>>().notNull(),
  },
  (t) => [index("operator_actions_at").on(t.at)],
);
