import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#lib/db/columns.ts";

/**
 * What the operator changed, and why. Each row commits with its change; none is ever changed or
 * deleted. It outlives the organizations that it refers to, and has no names of theirs.
 */
export const operatorActions = pgTable(
  "operator_actions",
  {
    id: text().primaryKey(),
    at: instant("at").notNull(),
    operator: text().notNull(),
    /** The command's name: `key revoke`. */
    command: text().notNull(),
    /** Its subject: the first id in the call, or a system. */
    subject: text(),
    /** The organization that the subject belongs to. */
    organization: text(),
    reason: text(),
    /**
     * Its options, except names, mails and folders; and data left for another command to check
     * against.
     */
    options: jsonb().$type<Record<string, string | boolean | string[]>>().notNull(),
  },
  (t) => [index("operator_actions_at").on(t.at)],
);
