import type { SystemContext } from "#lib/db/context.ts";
import type { Vault } from "#lib/vault/index.ts";
import type { Statement } from "#lib/db/database.ts";
import { textArray } from "#lib/db/text-array.ts";
import { crashPoint } from "#lib/kernel/crash-point.ts";
import type { DeliveryResult } from "./attempt.ts";
import { withIndexTx } from "./claim.ts";
import { throughOutage } from "./outage.ts";
import { failuresToDisable, recording } from "./policy.ts";
import { tellOfDisabled } from "./tell-of-disabled.ts";

/** The vault seals the mails about an endpoint that was disabled. */
type RecordContext = SystemContext & { vault: Vault };

interface Recorded {
  /** How many of the results still counted. */
  results: number;
  /** Endpoints that these results disabled. */
  disabled: string[];
}

/**
 * Records all results at once. Only claims that are still held are written, and only those count:
 * successes divide an endpoint's results, in the order they ended, into `run`s of failures, and the
 * first continues the counter that its locked row has. A receiver whose secret was rolled during
 * the attempt may have refused only the older one's signature: the delivery is sent again with
 * both.
 */
const record: Statement = {
  name: "webhooks.record",
  repeatable: false,
  text: `
    with given as (
      select * from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::text[],
        $6::timestamptz[], $7::int[], $8::text[], $9::timestamptz[], $10::int[],
        $13::timestamptz[], $14::timestamptz[])
        with ordinality as g (organization_id, endpoint_id, id, token, status, next_attempt_at,
          response_status, error, attempted_at, duration_ms, previous_until, sign_again_at, place)
    ),
    judged as (
      select g.*, case when g.sign_again_at is null then false else (
        select e.previous_until is distinct from g.previous_until from webhook_endpoints e
        where e.organization_id = g.organization_id and e.id = g.endpoint_id) end as rolled
      from given g
    ),
    result as (
      select organization_id, endpoint_id, id, token, response_status, error, attempted_at,
        duration_ms, place, case when rolled then 'pending' else status end as status,
        case when rolled then sign_again_at else next_attempt_at end as next_attempt_at
      from judged
    ),
    written as (
      update webhook_deliveries d
      set status = r.status, next_attempt_at = r.next_attempt_at,
        response_status = r.response_status, error = r.error, updated_at = $11
      from result r
      where d.organization_id = r.organization_id and d.endpoint_id = r.endpoint_id
        and d.id = r.id and d.token = r.token
        -- Not a plain comparison: it would be looked for among all that the endpoint has waiting.
        and coalesce(d.status, '') = 'delivering'
      returning r.*
    ),
    attempt as (
      insert into webhook_attempts (organization_id, endpoint_id, delivery_id, token, attempted_at,
        response_status, duration_ms, error)
      select organization_id, endpoint_id, id, token, attempted_at, response_status, duration_ms,
        error from written
    ),
    ended as (
      select *, count(*) filter (where status = 'delivered')
        over (partition by endpoint_id order by place) as run
      from written where status in ('delivered', 'failed')
    ),
    runs as (
      select organization_id, endpoint_id, run, max(place) as place,
        count(*) filter (where status = 'failed') as failures,
        (array_agg(error order by place desc) filter (where status = 'failed'))[1] as error
      from ended group by organization_id, endpoint_id, run
    ),
    tally as (
      select organization_id, endpoint_id, max(run) > 0 as succeeded,
        coalesce(max(failures) filter (where run = 0), 0) as first,
        coalesce(max(failures) filter (where run > 0), 0) as longest_later,
        (array_agg(failures order by run desc))[1] as last,
        (array_agg(error order by place desc) filter (where error is not null))[1] as error
      from runs group by organization_id, endpoint_id
    ),
    locked as (
      -- In the same order in every drain: no two wait for each other in a circle.
      select t.* from webhook_endpoints e
      join tally t on t.organization_id = e.organization_id and t.endpoint_id = e.id
      order by e.id for no key update of e
    ),
    counted as (
      update webhook_endpoints e
      set consecutive_failures = t.last
          + case when t.succeeded then 0 else e.consecutive_failures end,
        last_success_at = case when t.succeeded then $11 else e.last_success_at end,
        disabled_at = case when e.disabled_at is null and ${isTooMany()} then $11
          else e.disabled_at end,
        disabled_reason = case when e.disabled_at is null and ${isTooMany()} then 'automatic'
          else e.disabled_reason end,
        disabled_detail = case when e.disabled_at is null and ${isTooMany()} then t.error
          else e.disabled_detail end
      from locked t
      where e.organization_id = t.organization_id and e.id = t.endpoint_id
      returning e.id, e.disabled_reason = 'automatic' and e.disabled_at = $11 as disabled
    )
    select (select count(*)::int from written) as results,
      array(select id from counted where disabled) as disabled`,
};

function isTooMany(): string {
  return "greatest(e.consecutive_failures + t.first, t.longest_later) >= $12";
}

export async function recordResults(
  ctx: RecordContext,
  results: readonly DeliveryResult[],
): Promise<Recorded> {
  const column = <K extends keyof DeliveryResult>(name: K) => results.map((result) => result[name]);
  const values = [
    textArray(column("organizationId")),
    textArray(column("endpointId")),
    textArray(column("id")),
    column("token"),
    textArray(column("status")),
    column("nextAttemptAt"),
    column("responseStatus"),
    textArray(column("error")),
    column("attemptedAt"),
    column("durationMs"),
    ctx.clock.now(),
    failuresToDisable,
    column("previousUntil"),
    column("signAgainAt"),
  ];
  const withoutKey = await prepareMails(ctx, results);
  return withIndexTx(ctx, async (tx) => {
    const [recorded] = await tx.db.run<Recorded>(record, values);
    if (recorded === undefined) return { results: 0, disabled: [] };
    const disabling = withoutKey.filter(({ endpointId }) => recorded.disabled.includes(endpointId));
    if (disabling.length > 0) throw new UntoldDisablement(disabling);
    await tellOfDisabled(tx, recorded.disabled);
    return recorded;
  });
}

/** These failures would disable endpoints that nobody could be told of. Nothing was recorded. */
export class UntoldDisablement extends Error {
  readonly results: readonly DeliveryResult[];

  constructor(results: readonly DeliveryResult[]) {
    super("the mails of a disablement could not be sealed");
    this.results = results;
  }
}

/**
 * Final failures may disable their endpoint, about which people are mailed: the key service is
 * asked before rows are locked. Returns the failures of organizations without a key.
 */
async function prepareMails(
  { vault, log }: RecordContext,
  results: readonly DeliveryResult[],
): Promise<DeliveryResult[]> {
  const failed = Map.groupBy(
    results.filter(({ status }) => status === "failed"),
    ({ organizationId }) => organizationId,
  );
  const withoutKey = await Promise.all(
    [...failed].map(([organizationId, own]) =>
      vault.prepare({ organizationId, purpose: "mail" }).then(
        () => [],
        (error: unknown) => {
          log.error("webhooks.mail_not_prepared", { organization: organizationId, error });
          return own;
        },
      ),
    ),
  );
  return withoutKey.flat();
}

/**
 * Collects results and records them in order of arrival, one statement at a time: the busier, the
 * more at once.
 */
export class ResultWriter {
  readonly #ctx: RecordContext;
  readonly #outageMs: number;
  #open: DeliveryResult[] = [];
  #writing: Promise<void> | null = null;
  #closing = false;
  #collected: () => void = () => undefined;
  /** What could not be recorded. Those deliveries are claimed again after their leases. */
  failure: unknown = null;
  outdated = 0;

  constructor(ctx: RecordContext, outageMs: number) {
    this.#ctx = ctx;
    this.#outageMs = outageMs;
  }

  add(result: DeliveryResult): void {
    this.#open.push(result);
    if (this.#open.length >= recording.enough) this.#collected();
    this.#writing ??= this.#write();
  }

  /** Resolves when everything that was added is recorded or given up. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#collected();
    while (this.#writing !== null) await this.#writing;
  }

  async #write(): Promise<void> {
    while (this.#open.length > 0) {
      await this.#collect();
      await this.#record(this.#open.splice(0, recording.most));
    }
    this.#writing = null;
  }

  async #collect(): Promise<void> {
    if (this.#closing || this.#open.length >= recording.enough) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, recording.collectMs);
      this.#collected = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #record(results: DeliveryResult[]): Promise<void> {
    const { log } = this.#ctx;
    crashPoint("webhooks.before_record");
    try {
      // Safe to repeat: a recorded one is no longer delivering.
      const recorded = await throughOutage(this.#outageMs, () => recordResults(this.#ctx, results));
      this.outdated += results.length - recorded.results;
      for (const endpoint of recorded.disabled)
        log.warn("webhooks.endpoint_disabled", { endpoint });
    } catch (error) {
      const lost = new Set(error instanceof UntoldDisablement ? error.results : results);
      this.failure ??= error;
      log.error("webhooks.results_lost", { results: lost.size, error });
      const others = results.filter((result) => !lost.has(result));
      if (others.length > 0) await this.#record(others);
    }
    crashPoint("webhooks.after_record");
  }
}
