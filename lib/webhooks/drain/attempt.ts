import type { SystemContext } from "#lib/db/context.ts";
import type { Egress, Sender, Target } from "#lib/egress/index.ts";
import { crashPoint } from "#lib/kernel/crash-point.ts";
import type { Vault } from "#lib/vault/index.ts";
import { signatureHeaders } from "../signature.ts";
import { interrupted, type ClaimedDelivery } from "./claim.ts";
import {
  judgeStatus,
  mayDoubtSignature,
  nextAttemptAt,
  statusReason,
  type Verdict,
} from "./policy.ts";
import type { EndpointSecrets } from "./secrets.ts";

export interface DeliveryContext extends SystemContext {
  vault: Vault;
  egress: Egress;
  sender: Sender;
}

/** Includes what a drain keeps from one attempt to the next. */
export interface AttemptContext extends DeliveryContext {
  secrets: EndpointSecrets;
}

/** How one attempt went. `attemptedAt` is null when it failed before anything was sent. */
interface Attempt {
  verdict: Verdict;
  attemptedAt: Date | null;
  responseStatus: number | null;
  durationMs: number | null;
  error: string | null;
}

/** The attempt, and the delivery's state after it. */
export interface DeliveryResult extends Omit<Attempt, "verdict"> {
  organizationId: string;
  endpointId: string;
  id: string;
  token: number;
  status: "delivered" | "pending" | "failed";
  nextAttemptAt: Date | null;
  /**
   * The end of the older secret, as of the claim: if it has changed, the secret was rolled since.
   */
  previousUntil: Date | null;
  /**
   * Set for a refusal that may be due to the signature: when to retry if the secret was rolled
   * since the claim.
   */
  signAgainAt: Date | null;
}

/** One attempt from its lookup to the end of the answer, under one deadline. Never throws. */
export async function attemptDelivery(
  ctx: AttemptContext,
  delivery: ClaimedDelivery,
  limitMs: number,
): Promise<DeliveryResult> {
  const { organizationId, endpointId, id, token, attempts, previousUntil } = delivery;
  const { verdict, ...attempt } = delivery.spent
    ? failedBeforeSending(interrupted)
    : await withDeadline(limitMs, (signal) => attemptOnce(ctx, delivery, signal)).catch(
        (error: unknown) => {
          ctx.log.error("webhooks.attempt_failed", { delivery: id, error });
          return failedBeforeSending("internal error");
        },
      );
  const againAt = delivery.spent ? null : nextAttemptAt(attempts, ctx.clock.now());
  const retryAt = verdict === "retry" ? againAt : null;
  const signAgainAt = mayDoubtSignature(attempt.responseStatus) ? againAt : null;
  const status = verdict === "delivered" ? "delivered" : retryAt === null ? "failed" : "pending";
  const next = { status, nextAttemptAt: retryAt, previousUntil, signAgainAt } as const;
  return { organizationId, endpointId, id, token, ...next, ...attempt };
}

/** The timer ends with the attempt: thousands that fire later cost as much as the attempts. */
async function withDeadline<T>(
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), limitMs);
  try {
    return await work(deadline.signal);
  } finally {
    clearTimeout(timer);
  }
}

async function attemptOnce(
  ctx: AttemptContext,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<Attempt> {
  const secrets = await ctx.secrets.open(delivery, ctx.clock.now()).catch((error: unknown) => {
    ctx.log.error("webhooks.secret_not_opened", { endpoint: delivery.endpointId, error });
    return null;
  });
  if (secrets === null) return failedBeforeSending("the signing secret could not be opened");
  const resolved = await ctx.egress.resolveTarget(delivery.url, signal);
  if (!resolved.ok) return failedBeforeSending(resolved.reason);
  return post(ctx, delivery, secrets, resolved.target, signal);
}

async function post(
  ctx: DeliveryContext,
  { endpointId, eventId, body }: ClaimedDelivery,
  secrets: [string, ...string[]],
  target: Target,
  signal: AbortSignal,
): Promise<Attempt> {
  const attemptedAt = ctx.clock.now();
  const timestampSeconds = Math.floor(attemptedAt.getTime() / 1000);
  const headers = {
    "content-type": "application/json",
    "user-agent": "Connect-Webhooks/1.0",
    ...signatureHeaders(secrets, { id: eventId, timestampSeconds, body }),
  };
  crashPoint("webhooks.before_send");
  const sent = await ctx.sender.sendOnce({
    endpointId,
    target,
    method: "POST",
    headers,
    body,
    signal,
  });
  crashPoint("webhooks.after_send");
  const { durationMs } = sent;
  switch (sent.kind) {
    case "answered": {
      const { status } = sent;
      const verdict = judgeStatus(status);
      const error = verdict === "delivered" ? null : statusReason(status);
      return { verdict, attemptedAt, responseStatus: status, durationMs, error };
    }
    case "failed":
      return {
        verdict: "retry",
        attemptedAt,
        responseStatus: null,
        durationMs,
        error: sent.reason,
      };
  }
}

/** The failure is ours, or the address's: it is retried, and no time is recorded. */
function failedBeforeSending(error: string): Attempt {
  return { verdict: "retry", attemptedAt: null, responseStatus: null, durationMs: null, error };
}
