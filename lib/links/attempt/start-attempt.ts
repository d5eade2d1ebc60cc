import { and, eq, sql, type SQL } from "drizzle-orm";
import { loginOf } from "#lib/connections/index.ts";
import { actors } from "#lib/db/actors.ts";
import { withTx } from "#lib/db/context.ts";
import { startJob, wakeWorker } from "#lib/jobs/index.ts";
import type { Queue } from "#lib/platform/queue.ts";
import type { Vault } from "#lib/vault/index.ts";
import { findLink, type LinkReader } from "../find-link.ts";
import type { Agreed } from "../agreed.ts";
import { stateAt } from "../link-state.ts";
import { links } from "../links.sql.ts";
import { placeOfAttempt } from "./sealed-attempt.ts";
import type { FoundOpenLink, Submission } from "./submission.ts";
import type { TypedFields } from "./typed-fields.ts";

export interface Starter extends LinkReader {
  vault: Vault;
  queue: Queue;
  requestId: string;
}

/** A visitor belongs to no organization, and only sees the link's rows. */
export function ownOf(ctx: Starter, { organizationId }: FoundOpenLink) {
  return { ...ctx, organization: { id: organizationId } };
}

/**
 * Seals what a person brought, and has a worker try it. If `agreed` is null, their consent was
 * stored before.
 */
export async function tryOnce(
  ctx: Starter,
  token: string,
  link: FoundOpenLink,
  brought: TypedFields,
  agreed: Agreed | null,
  only?: SQL,
): Promise<Submission> {
  const jobId = await startAttempt(ctx, link, brought, agreed, only);
  if (jobId === null) return notTaken(ctx, token);
  await wakeWorker(ctx, jobId, link.organizationId);
  return { kind: "started", link, jobId };
}

/** Another try closed it meanwhile, or has already ended if it is open again. */
export async function notTaken(ctx: Starter, token: string): Promise<Submission> {
  const link = await findLink(ctx, token);
  return link.kind === "open" ? { kind: "invalid", link, issues: [] } : { kind: "closed", link };
}

/** Nobody is at the provider for it any more. */
export const noAuthorization = { stateHash: null, verifier: null, authorizationUntil: null };

/** Null when the link was no longer open: of two tabs, one gets the attempt. */
async function startAttempt(
  ctx: Starter,
  link: FoundOpenLink,
  { fields, companyRut }: TypedFields,
  agreed: Agreed | null,
  only?: SQL,
): Promise<string | null> {
  const { linkId, organizationId, connectionId, system } = link;
  const plain = Buffer.from(JSON.stringify(fields));
  const sealed = await ctx.vault.sealAlone(placeOfAttempt(organizationId, linkId), plain);
  plain.fill(0);
  const { loginIdentity } = loginOf(ctx.secret, system.id, fields);
  return withTx(ownOf(ctx, link), async (tx) => {
    const now = tx.clock.now();
    const taken = await tx.db.orm
      .update(links)
      .set({
        state: "verifying",
        sealed,
        loginIdentity,
        companyRut,
        ...agreed,
        lastFailure: null,
        ...noAuthorization,
        attemptedAt: now,
        attempts: sql`${links.attempts} + 1`,
      })
      .where(and(eq(links.id, linkId), eq(stateAt(now), "abierto"), only))
      .returning({ id: links.id });
    if (taken.length === 0) return null;
    const jobId = await startJob(tx, {
      kind: "link",
      trigger: "link",
      actor: actors.link(linkId),
      organizationId,
      linkId,
      connectionId,
      connector: system.id,
      loginIdentity,
      requestId: ctx.requestId,
    });
    await tx.db.orm.update(links).set({ jobId }).where(eq(links.id, linkId));
    return jobId;
  });
}
