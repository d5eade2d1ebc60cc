import { desc, eq, gte } from "drizzle-orm";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import { operatorActions } from "./operator-actions.sql.ts";

type Row = typeof operatorActions.$inferSelect;

/** When a command was last carried out, and with which options. */
export async function newestAction(
  ctx: SystemContext,
  command: string,
): Promise<Pick<Row, "at" | "options"> | null> {
  const { at, options } = operatorActions;
  const [row] = await withSystemTx(ctx, ({ db }) =>
    db.orm
      .select({ at, options })
      .from(operatorActions)
      .where(eq(operatorActions.command, command))
      .orderBy(desc(operatorActions.at))
      .limit(1),
  );
  return row ?? null;
}

/** Everything that was changed since, in no particular order. */
export function actionsSince(
  ctx: SystemContext,
  since: Date,
): Promise<Pick<Row, "command" | "subject" | "options">[]> {
  const { command, subject, options } = operatorActions;
  return withSystemTx(ctx, ({ db }) =>
    db.orm
      .select({ command, subject, options })
      .from(operatorActions)
      .where(gte(operatorActions.at, since)),
  );
}
