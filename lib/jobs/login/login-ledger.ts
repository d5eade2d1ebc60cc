import { setTimeout as pause } from "node:timers/promises";
import { eq } from "drizzle-orm";
import {
  knownLoginOf,
  loginOf,
  refuseCredential,
  type CredentialFields,
  type KnownLogin,
} from "#lib/connections/index.ts";
import type { LoginHooks, LoginOutcome } from "#lib/contract/index.ts";
import type { LoginOutcomeKind } from "#lib/contract/index.ts";
import { repeatUndone } from "#lib/db/failures.ts";
import { withSystemTx, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import { crashPoint } from "#lib/kernel/crash-point.ts";
import { logDone } from "#lib/kernel/done-acts.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { adoptLogin } from "./adopt-login.ts";
import type { ClaimedJob } from "../claim-job.ts";
import { requireHeld } from "../held-job.ts";
import { loginAttempts } from "./login-attempts.sql.ts";
import { LoginClosed, LoginFailed } from "./login-failures.ts";
import { earlierOfLink, lockIdentity, loginHistory } from "./login-history.ts";
import { goodOutcomes, mayLogIn } from "./login-rules.ts";
import { wakeAtOpenLogin } from "../retry-job.ts";
import type { JobSubject, WorkerContext } from "../worker-context.ts";

/*
 * The ledger of logins: portals lock an account after three refused passwords, and the account is a
 * person's, whichever organization, connection, link or job tries it. So every login is recorded
 * here.
 *
 * Before the password is sent a row is committed, fenced by the job's token, under a lock on the
 * identity: of two that want the last try, one gets it. After the portal's answer the row takes the
 * outcome, unfenced and before the logout, and the same transaction marks the credential refused. A
 * row without an outcome counts as refused: its worker died, and it is not known what the portal
 * saw. This does not apply to API keys, which many workers use at once and no refusal locks.
 * `login-rules.ts` says who may log in.
 */

export interface Login {
  job: ClaimedJob;
  subject: JobSubject;
  /** Aborted when the worker's time is over. */
  signal: AbortSignal;
}

const retryMs = 300;

/** Throws what keeps the login from being made now, without opening a portal for it. */
export async function requireOpen(ctx: WorkerContext, login: Login): Promise<void> {
  await login.subject.withFields(async (fields) => {
    const known = knownOf(ctx, login, fields);
    if (!(await adoptLogin(ctx, login.job, known))) throw new LoginFailed("busy");
    const refusal = await withSystemTx(ctx, (tx) => refusalOf(tx, login, known));
    if (refusal instanceof LoginFailed && refusal.failure === "rejected") {
      logRefused(ctx, await withSystemTx(ctx, (tx) => refuseCredential(tx, known)));
    }
    if (refusal !== null) throw refusal;
  });
}

/** One login to a portal, with its row in the ledger. */
export async function throughLedger(
  ctx: WorkerContext,
  login: Login,
  fields: CredentialFields,
  enter: (hooks: LoginHooks) => Promise<LoginOutcome>,
): Promise<LoginOutcome> {
  const sent: { id: string | null } = { id: null };
  const record = (outcome: LoginOutcomeKind): Promise<void> =>
    untilWritten(ctx, login.signal, async () =>
      logRefused(
        ctx,
        await repeatUndone(() => recordOutcome(ctx, login, fields, sent.id, outcome)),
      ),
    );
  const submitting = async (): Promise<void> => {
    if (sent.id !== null) throw new TypeError("a login sends its password once");
    sent.id = await repeatUndone(() => recordAttempt(ctx, login, fields));
  };
  let outcome: LoginOutcome;
  try {
    outcome = await enter({ submitting });
  } catch (error) {
    if (sent.id !== null) await record(outcomeOf(error));
    throw error;
  }
  crashPoint(`${ctx.worker}.before_outcome`);
  await record(outcome.kind);
  return outcome;
}

/** A company other than the wanted one was opened: the password itself was right. */
function outcomeOf(error: unknown): LoginOutcomeKind {
  const isOther = error instanceof AppError && error.code === "connection_identity_mismatch";
  return isOther ? "company_not_offered" : "unknown";
}

/** Includes the hash it is stored under, which may be older than every known secret. */
function knownOf(
  ctx: WorkerContext,
  { job, subject: { loginIdentity, secretHash } }: Login,
  fields: CredentialFields,
): KnownLogin {
  const { identities, secrets } = knownLoginOf(ctx.secret, job.connector, fields);
  return {
    identities: withKept(identities, loginIdentity),
    secrets: secretHash === null ? secrets : withKept(secrets, secretHash),
  };
}

function withKept(hashes: Buffer[], kept: Buffer): Buffer[] {
  return hashes.some((one) => one.equals(kept)) ? hashes : [...hashes, kept];
}

/** Null when the login may be made now. */
async function refusalOf(
  tx: InTransaction<SystemContext>,
  { job }: Login,
  known: KnownLogin,
): Promise<LoginFailed | LoginClosed | null> {
  const typed = job.kind === "link";
  // What a person typed is tried once: if its outcome was lost, the person may type it again.
  const earlier = typed ? await earlierOfLink(tx, job.id) : null;
  if (earlier !== null) return new LoginFailed(earlier);
  const history = await loginHistory(tx, { connector: job.connector, login: known });
  const verdict = mayLogIn(history, { now: tx.clock.now(), typed });
  switch (verdict.kind) {
    case "open":
      return null;
    case "closed":
      return new LoginClosed(verdict);
    case "refused":
      return new LoginFailed("rejected");
  }
}

function recordAttempt(
  ctx: WorkerContext,
  login: Login,
  fields: CredentialFields,
): Promise<string> {
  const { job } = login;
  const known = knownOf(ctx, login, fields);
  const newest = loginOf(ctx.secret, job.connector, fields);
  return withSystemTx(ctx, async (tx) => {
    await requireHeld(tx, job);
    await lockIdentity(tx, known);
    const refusal = await refusalOf(tx, login, known);
    if (refusal !== null) throw refusal;
    const startedAt = tx.clock.now();
    const id = newId("rec", startedAt);
    const { id: jobId, organizationId, token } = job;
    await tx.db.orm
      .insert(loginAttempts)
      .values({ id, organizationId, ...newest, jobId, token, startedAt });
    return id;
  });
}

/** Returns the connections that lost their credential. */
function recordOutcome(
  ctx: WorkerContext,
  login: Login,
  fields: CredentialFields,
  id: string | null,
  outcome: LoginOutcomeKind,
): Promise<string[]> {
  const known = knownOf(ctx, login, fields);
  return withSystemTx(ctx, async (tx) => {
    if (id !== null) {
      await tx.db.orm
        .update(loginAttempts)
        .set({ outcome, endedAt: tx.clock.now() })
        .where(eq(loginAttempts.id, id));
    }
    // With `company_not_offered` the login itself works: only the company is another.
    if (goodOutcomes.includes(outcome)) await wakeAtOpenLogin(tx, known);
    // A blocked account says nothing about the password: the row alone closes the login, for a day.
    return outcome === "rejected" ? refuseCredential(tx, known) : [];
  });
}

function logRefused({ log }: WorkerContext, connectionIds: readonly string[]): void {
  for (const subject of connectionIds) logDone(log, { act: "credential.refused", subject });
}

/**
 * A lost refusal would let the password be sent again: writing it is retried for as long as the
 * worker may run.
 */
async function untilWritten(
  { log }: WorkerContext,
  signal: AbortSignal,
  write: () => Promise<void>,
): Promise<void> {
  for (;;) {
    const isLast = signal.aborted;
    try {
      return await write();
    } catch (error) {
      if (isLast) throw error;
      log.warn("login.outcome_not_written", { error });
    }
    // Woken by the end of the worker's time, for one last try.
    await pause(retryMs, null, { signal }).catch(() => null);
  }
}
