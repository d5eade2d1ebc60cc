import { recordCall, sourceOf } from "#lib/audit/index.ts";
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
  visit: Recorded,
  deps: DashboardDeps,
  verb: string,
  act: () => Promise<T>,
): Promise<T> {
  const elapsedMs = startTimer();
  await record("started", null);
  try {
    const done = await act();
    await record("ok", 303);
    return done;
  } catch (error) {
    const { code, entry } = asAppError(error);
    await record(code, entry.status);
    throw error;
  }

  async function record(outcome: string, httpStatus: number | null): Promise<void> {
    await recordCall(deps.db, {
      requestId: visit.requestId,
      organizationId: visit.membership.organizationId,
      at: deps.clock.now(),
      plane: "control",
      operation: `dashboard.${verb}`,
      operationRequestId: null,
      actor: actors.member(visit.person.userId),
      connectionId: null,
      outcome,
      httpStatus,
      latencyMs: elapsedMs(),
      idempotency: null,
      traceLabel: null,
      clientLabel: null,
      countedIn: null,
      source: visit.address === null ? null : sourceOf(deps.secret, visit.address),
    });
  }
}
