import type { Context } from "#lib/db/context.ts";
import { crashPoint } from "#lib/kernel/crash-point.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { openJson, sealJson, type SealedPlace, type Vault } from "#lib/vault/index.ts";
import { claimKey } from "./claim-key.ts";
import { finishKey, releaseKey } from "./finish-key.ts";
import type { KeyedCall } from "./keyed-call.ts";

/** The stored part of an answer, returned again word for word. */
export interface KeptAnswer {
  data: unknown;
  operationRequestId: string;
}

type OnceResult = KeptAnswer & { idempotency: "stored" | "replayed" };

/**
 * Runs `work` for the first caller of a key and returns its answer to every later one. A failure
 * before anything happened outside releases the key.
 */
export async function runOnce(
  ctx: Context & { vault: Vault },
  request: KeyedCall,
  work: () => Promise<KeptAnswer>,
): Promise<OnceResult> {
  const { key } = request;
  crashPoint("idempotency.before_claim");
  const claim = await claimKey(ctx, request);
  switch (claim.kind) {
    case "conflict":
      throw new AppError("idempotency_conflict");
    case "running":
      throw new AppError("idempotency_in_progress");
    case "finished":
      return { ...(await openAnswer(ctx, key, claim.response)), idempotency: "replayed" };
    case "claimed":
      crashPoint("idempotency.after_claim");
      return runClaimed(ctx, { key, token: claim.token }, work);
  }
}

async function runClaimed(
  ctx: Context & { vault: Vault },
  held: { key: string; token: string },
  work: () => Promise<KeptAnswer>,
): Promise<OnceResult> {
  let answer: KeptAnswer;
  try {
    answer = await work();
  } catch (error) {
    await releaseKey(ctx, held);
    throw error;
  }
  const response = await sealJson(ctx.vault, placeOf(ctx, held.key), answer);
  crashPoint("idempotency.before_finish");
  const mine = await finishKey(ctx, held, { response, outcome: "ok", httpStatus: 200 });
  crashPoint("idempotency.after_finish");
  // Another call took the key over while this one was frozen: its answer counts.
  if (!mine) throw new AppError("idempotency_in_progress");
  return { ...answer, idempotency: "stored" };
}

async function openAnswer(
  ctx: Context & { vault: Vault },
  key: string,
  response: Buffer | null,
): Promise<KeptAnswer> {
  if (response === null) {
    throw new AppError("idempotency_conflict", { details: { reason: "response_expired" } });
  }
  return (await openJson(ctx.vault, placeOf(ctx, key), response)) as KeptAnswer;
}

function placeOf(ctx: Context, key: string): SealedPlace {
  return {
    organizationId: ctx.organization.id,
    purpose: "answer",
    table: "idempotency_keys",
    column: "response",
    row: key,
  };
}
