import { actors } from "#lib/db/actors.ts";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import { knownLoginOf, loginOf } from "#lib/connections/index.ts";
import { withTx } from "#lib/db/context.ts";
import { loginVerdict, startJob, wakeWorker } from "#lib/jobs/index.ts";
import type { Queue } from "#lib/platform/queue.ts";
import type { Vault } from "#lib/vault/index.ts";
import { findLink, type FoundLink, type LinkReader } from "./find-link.ts";
import { stateAt } from "./link-state.ts";
import { links } from "./links.sql.ts";
import { placeOfAttempt } from "./sealed-attempt.ts";
import { readTypedFields, type FieldIssue, type TypedFields } from "./typed-fields.ts";

interface Submitter extends LinkReader {
  vault: Vault;
  queue: Queue;
  requestId: string;
}

type OpenLink = Extract<FoundLink, { kind: "open" }>;

export type Submission =
  | { kind: "started"; link: OpenLink; jobId: string }
  /** The typed fields do not pass: nothing was kept and nothing was tried. */
  | { kind: "invalid"; link: OpenLink; issues: FieldIssue[] }
  /** Nobody may try this login before then: nothing was kept and nothing was tried. */
  | { kind: "paused"; link: OpenLink; until: Date }
  /** A reconnection for another company than the connection's: refused without a login. */
  | { kind: "other_company"; link: OpenLink }
  /** The link takes nothing now; another tab may have been first. */
  | { kind: "closed"; link: Exclude<FoundLink, { kind: "open" }> };

/** Seals what a person typed and queues the login that tries it: one at a time for each link. */
export async function submitAttempt(
  ctx: Submitter,
  token: string,
  typed: (name: string) => string | null,
): Promise<Submission> {
  const link = await findLink(ctx, token);
  if (link.kind !== "open") return { kind: "closed", link };
  const own = link.company?.rut ?? null;
  const read = readTypedFields(link.system.credentialFields, typed, own);
  if (read.issues.length > 0) return { kind: "invalid", link, issues: read.issues };
  const named = read.typed.companyRut;
  if (own !== null && named !== null && named !== own) return { kind: "other_company", link };
  if (own === null && named !== null && (await isDisabled(ctx, link, named))) {
    return { kind: "closed", link: { ...link, kind: "unavailable" } };
  }

  const { fields } = read.typed;
  const verdict = await withTx(ownOf(ctx, link), (tx) =>
    loginVerdict(tx, { login: knownLoginOf(ctx.secret, link.system.id, fields), typed: true }),
  );
  if (verdict.kind === "closed") return { kind: "paused", link, until: verdict.hasta };

  const jobId = await startAttempt(ctx, link, read.typed);
  if (jobId === null) {
    const now = await findLink(ctx, token);
    // It closed under our hands, or opened again since: then the other try has already ended.
    if (now.kind === "open") return { kind: "invalid", link: now, issues: [] };
    return { kind: "closed", link: now };
  }
  await wakeWorker(ctx, jobId, link.organizationId);
  return { kind: "started", link, jobId };
}

/** A visitor is nobody of the organization, and meets its rows alone. */
function ownOf(ctx: Submitter, { organizationId }: OpenLink) {
  return { ...ctx, organization: { id: organizationId } };
}

/** The company is connected already, and its owners switched that connection off. */
async function isDisabled(ctx: Submitter, link: OpenLink, rut: string): Promise<boolean> {
  const { organizationId, system } = link;
  const disabled = await withTx(ownOf(ctx, link), ({ db }) =>
    db.orm.$count(
      connections,
      and(
        eq(connections.organizationId, organizationId),
        eq(connections.connector, system.id),
        eq(connections.rut, rut),
        isNotNull(connections.disabledAt),
      ),
    ),
  );
  return disabled > 0;
}

/** Null when the link was no longer open: of two tabs, one gets the attempt. */
async function startAttempt(
  ctx: Submitter,
  link: OpenLink,
  { fields, companyRut }: TypedFields,
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
        lastFailure: null,
        attemptedAt: now,
        attempts: sql`${links.attempts} + 1`,
      })
      .where(and(eq(links.id, linkId), eq(stateAt(now), "abierto")))
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
