import type { SystemContext } from "#lib/db/context.ts";
import { doneActs } from "#lib/kernel/done-acts.ts";
import { actionsSince } from "#lib/operator/index.ts";

/** Commands that only export, or leave nothing behind in the database. */
const leaveNothing = [
  "organization export",
  "evidence open",
  "operation reconcile",
  "dead-letters redrive",
  "dead-letters purge",
  "schedules forget",
  "restore begin",
  "restore replay",
  "restore finish",
];

/** No command repeats these: removing a member is done in the dashboard. */
const unsaid = [...leaveNothing, ...doneActs];

/**
 * What the operator changed after the restore point, according to every replay since the restore
 * began, and has not changed again; null before a replay.
 */
export async function notSaidAgain(ctx: SystemContext, begunAt: Date): Promise<string[] | null> {
  const since = await actionsSince(ctx, begunAt);
  const replays = since.filter(({ command }) => command === "restore replay");
  if (replays.length === 0) return null;
  const named = replays.flatMap(({ options }) => options["byHand"] ?? []) as string[];
  const wanted = new Set(named.map((line) => line.replace(/^\S+ /, "")));
  for (const { command, subject } of since) wanted.delete(replayName(command, subject));
  return [...wanted].filter((line) => !unsaid.some((one) => line.startsWith(one)));
}

/** The name that a replay gives it, after its instant. */
export function replayName(command: string, subject: string | null | undefined): string {
  return [command, subject ?? ""].join(" ").trim();
}
