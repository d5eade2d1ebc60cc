import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { AppError } from "#lib/kernel/errors/index.ts";

type Tx = Pick<InTransaction<SystemContext>, "db">;

/** A SQL condition: the operator has not paused the system in a column. */
export const isNotPaused = (connector: string): string =>
  `not exists (select from holds where kind = 'system' and subject = ${connector})`;

/** The same for what the organization in a column issues. */
export const mayEmit = (organizationId: string): string =>
  `not exists (select from holds where kind = 'emissions' and subject in ('*', 'restore', ${organizationId}))`;

const findPause: Statement = {
  name: "holds.of_system",
  repeatable: true,
  text: `select 1 where not (${isNotPaused("$1")})`,
};

const findHold: Statement = {
  name: "holds.of_emissions",
  repeatable: true,
  text: `select 1 where not (${mayEmit("$1")})`,
};

export async function isPaused({ db }: Tx, connector: string): Promise<boolean> {
  return (await db.run(findPause, [connector])).length > 0;
}

/** Before anything asks for a visit: stored data is still answered. */
export async function requireRunning(tx: Tx, connector: string): Promise<void> {
  if (await isPaused(tx, connector)) throw pausedError(connector);
}

/** Before anything is issued, and again in the transaction that crosses the barrier. */
export async function requireMayEmit({ db }: Tx, organizationId: string): Promise<void> {
  const [held] = await db.run(findHold, [organizationId]);
  if (held !== undefined) throw pausedError("emissions");
}

function pausedError(paused: string): AppError {
  return new AppError("service_unavailable", { details: { paused } });
}

/** Whether the operator caused it on purpose: then no alarm is raised. */
export function isPause({ code, details }: AppError): boolean {
  return code === "service_unavailable" && details !== null && "paused" in details;
}
