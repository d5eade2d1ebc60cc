import { randomUUID } from "node:crypto";
import type { Context } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { fingerprintOf, type KeyedCall } from "./keyed-call.ts";

/** Longer than any call may run, so that a live holder never loses its claim. */
const leaseSeconds = 90;

/** What a caller gets who wants to run under a key. */
type Claim =
  | { kind: "claimed"; token: string }
  | { kind: "running" }
  | { kind: "conflict" }
  | { kind: "finished"; response: Buffer | null };

interface Row {
  token: string | null;
  same: boolean;
  state: "running" | "finished" | "ledger";
  response: Buffer | null;
}

/**
 * Inserts the key, or takes it over when its holder's lease has expired. The `on conflict` update
 * locks the row, so of any number of callers exactly one gets its own token.
 */
const claimStatement: Statement = {
  name: "idempotency.claim",
  repeatable: false,
  text: `
    with scope as materialized (select set_config('app.org_id', $1, true) as org)
    insert into idempotency_keys as k (organization_id, key, tool_id, connection_id, fingerprint,
      state, token, lease_until, created_at)
    select scope.org, $2, $3, $4, $5, 'running', $6, $8, $7 from scope
    on conflict (organization_id, key) do update
      set token = case when k.state = 'running' and k.lease_until <= $7
            and k.fingerprint = excluded.fingerprint then excluded.token else k.token end,
          lease_until = case when k.state = 'running' and k.lease_until <= $7
            and k.fingerprint = excluded.fingerprint then excluded.lease_until else k.lease_until end
    returning token, fingerprint = $5 as same, state, response`,
};

export async function claimKey(ctx: Context, call: KeyedCall): Promise<Claim> {
  const now = ctx.clock.now();
  const token = randomUUID();
  const leaseUntil = new Date(now.getTime() + leaseSeconds * 1000);
  const [row] = await ctx.db.run<Row>(claimStatement, [
    ctx.organization.id,
    call.key,
    call.toolId,
    call.connectionId,
    fingerprintOf(call),
    token,
    now,
    leaseUntil,
  ]);
  if (row === undefined) throw new TypeError("a claim answers one row");
  if (row.token === token) return { kind: "claimed", token };
  if (!row.same || row.state === "ledger") return { kind: "conflict" };
  return row.state === "running"
    ? { kind: "running" }
    : { kind: "finished", response: row.response };
}
