import { recordCall, sourceOf } from "#lib/audit/index.ts";
import type { Queries } from "#lib/db/database.ts";
import { actors } from "#lib/db/actors.ts";
import { asAppError } from "#lib/kernel/errors/index.ts";
import { startTimer } from "#lib/kernel/clock.ts";
import type { DashboardDeps } from "../deps.ts";
import type { PersonRequest } from "./page-request.ts";

type Recorded = PersonRequest & { membership: { organizationId: string } };

/**
 * One row of the organization's audit for an act of a person: there before the act, which does not
 * happen without it, and once more with how it ended.
 */
export async function onRecord<T>(
  request: Recorded,
  deps: DashboardDeps,
  verb: string,
  act: () => Promise<T>,
): Promise<T> {
  const elapsedMs = startTimer();
  const { organizationId } = request.membership;
  const row = (outcome: string, httpStatus: number | null) =>
    noteAct(request, deps, { organizationId, verb, outcome, httpStatus, latencyMs: elapsedMs() });
  await row("started", null);
  try {
    const done = await act();
    await row("ok", 303);
    return done;
  } catch (error) {
    const { code, entry } = asAppError(error);
    await row(code, entry.status);
    throw error;
  }
}

interface Act {
  organizationId: string;
  verb: string;
  outcome: string;
  httpStatus: number | null;
  latencyMs: number;
}

/** For what brings the organization or the membership about: before it there is nobody to record it for. */
export async function noteAct(
  request: PersonRequest,
  deps: Pick<DashboardDeps, "clock" | "secret"> & { db: Queries },
  { verb, ...act }: Act,
): Promise<void> {
  await recordCall(deps.db, {
    ...act,
    requestId: request.requestId,
    at: deps.clock.now(),
    plane: "control",
    operation: `dashboard.${verb}`,
    operationRequestId: null,
    actor: actors.member(request.person.userId),
    connectionId: null,
    idempotency: null,
    traceLabel: null,
    clientLabel: null,
    countedIn: null,
    source: request.address === null ? null : sourceOf(deps.secret, request.address),
  });
}
