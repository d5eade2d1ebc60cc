import { withTx, type Context } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { hourMs } from "#lib/kernel/clock.ts";
import { firstIdAt } from "#lib/kernel/ids.ts";
import { causeOf, type FailureCause, waitsMs } from "../drain/index.ts";

const hours = 24;
/** From making a delivery to its last scheduled attempt, with an hour for late drains. */
const longestLifeMs = waitsMs.reduce((sum, wait) => sum + wait, hourMs);

export interface HealthHour {
  /** The beginning of the hour. */
  at: Date;
  delivered: number;
  /** Failed, to be retried. */
  retried: number;
  /** The delivery ended with it. */
  failed: number;
}

export interface EndpointHealth {
  /** The hours of the last day, including the current one, oldest first. */
  hours: HealthHour[];
  attempts: number;
  /** The receiver's response time in milliseconds; null when no attempt got an answer. */
  p50: number | null;
  p95: number | null;
  /** Why attempts failed, most frequent first; includes those without a request. */
  causes: { cause: FailureCause; count: number }[];
}

interface Row {
  /**
   * The beginning of the hour in milliseconds; null if there is no time because no request was
   * built.
   */
  at: number | null;
  reason: string | null;
  ended: boolean;
  count: number;
}

interface Answer {
  rows: Row[] | null;
  p50: number | null;
  p95: number | null;
}

/** Only looked up for failed attempts: the others already say everything needed. */
const itsDelivery = `select from webhook_deliveries d where d.organization_id = a.organization_id
          and d.endpoint_id = a.endpoint_id and d.id = a.delivery_id`;

/** A range of the key: attempts are ordered by the delivery's id, and ids sort by time. */
const ofDay: Statement = {
  name: "webhooks.endpoint_health",
  repeatable: true,
  text: `
    with attempt as materialized (
      select date_trunc('hour', a.attempted_at, 'UTC') as hour, a.error as reason, a.duration_ms,
        a.response_status is not null as answered,
        a.error is not null and exists (${itsDelivery} and d.status = 'failed' and d.token = a.token)
          as ended
      from webhook_attempts a
      where a.organization_id = $1 and a.endpoint_id = $2 and a.delivery_id >= $3
        and (a.attempted_at >= $4
          or a.attempted_at is null and exists (${itsDelivery} and d.created_at >= $4))
    ),
    counted as (
      select (extract(epoch from hour) * 1000)::float8 as at, reason, ended, count(*)::int as count
      from attempt group by 1, 2, 3
    )
    select (select json_agg(counted) from counted) as rows,
      percentile_disc(0.5) within group (order by duration_ms) filter (where answered) as p50,
      percentile_disc(0.95) within group (order by duration_ms) filter (where answered) as p95
    from attempt`,
};

/**
 * How an endpoint's deliveries went in the last day; empty for a nonexistent or a stranger's
 * endpoint. Excludes old deliveries that were resent meanwhile.
 */
export async function endpointHealth(ctx: Context, endpointId: string): Promise<EndpointHealth> {
  const now = ctx.clock.now().getTime();
  const lastHour = now - (now % hourMs);
  const since = new Date(lastHour - (hours - 1) * hourMs);
  const firstId = firstIdAt("whd", new Date(since.getTime() - longestLifeMs));
  const values = [ctx.organization.id, endpointId, firstId, since];
  const [answer] = await withTx(ctx, ({ db }) => db.run<Answer>(ofDay, values));
  const rows = answer?.rows ?? [];
  return {
    hours: hoursOf(rows, since),
    attempts: sum(rows),
    p50: answer?.p50 ?? null,
    p95: answer?.p95 ?? null,
    causes: causesOf(rows),
  };
}

function hoursOf(rows: readonly Row[], since: Date): HealthHour[] {
  return Array.from({ length: hours }, (_, n) => {
    const at = new Date(since.getTime() + n * hourMs);
    const ofHour = rows.filter((row) => row.at === at.getTime());
    const failures = ofHour.filter(({ reason }) => reason !== null);
    return {
      at,
      delivered: sum(ofHour.filter(({ reason }) => reason === null)),
      retried: sum(failures.filter(({ ended }) => !ended)),
      failed: sum(failures.filter(({ ended }) => ended)),
    };
  });
}

function causesOf(rows: readonly Row[]): EndpointHealth["causes"] {
  const failures = rows.flatMap(({ reason, count }) =>
    reason === null ? [] : [{ cause: causeOf(reason), count }],
  );
  const byCause = Map.groupBy(failures, ({ cause }) => cause);
  return [...byCause]
    .map(([cause, some]) => ({ cause, count: sum(some) }))
    .toSorted((a, b) => b.count - a.count);
}

function sum(rows: readonly { count: number }[]): number {
  return rows.reduce((total, { count }) => total + count, 0);
}
