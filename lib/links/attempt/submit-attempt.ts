import { and, eq, isNotNull } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import { knownLoginOf } from "#lib/connections/index.ts";
import { withTx } from "#lib/db/context.ts";
import { loginVerdict } from "#lib/jobs/index.ts";
import { agreedNow, type Agreement } from "../agreed.ts";
import { askAtProvider, type OAuthClients } from "./ask-at-provider.ts";
import { findLink } from "../find-link.ts";
import { ownOf, tryOnce, type Starter } from "./start-attempt.ts";
import type { FoundOpenLink, Submission } from "./submission.ts";
import { readTypedFields } from "./typed-fields.ts";

type Submitter = Starter & OAuthClients;

/** Seals what a person typed and queues the login that tries it: one at a time per link. */
export async function submitAttempt(
  ctx: Submitter,
  token: string,
  typed: (name: string) => string | null,
  agreement: Agreement,
): Promise<Submission> {
  const link = await findLink(ctx, token);
  if (link.kind !== "open") return { kind: "closed", link };
  const own = link.company?.rut ?? null;
  const read = readTypedFields(link.system.credentialFields, typed, own);
  if (read.issues.length > 0) return { kind: "invalid", link, issues: read.issues };
  const named = read.typed.companyRut;
  if (own !== null && named !== null && named !== own) return { kind: "other_company", link };
  // The account, and so the connection, is only known when the person comes back.
  const agreed = agreedNow(ctx.clock, agreement);
  if (link.system.autorizacion !== undefined) {
    return askAtProvider(ctx, token, link, read.typed, agreed);
  }
  const { fields } = read.typed;
  const verdict = await withTx(ownOf(ctx, link), (tx) =>
    loginVerdict(tx, {
      connector: link.system.id,
      login: knownLoginOf(ctx.secret, link.system.id, fields),
      typed: true,
    }),
  );
  if (verdict.kind === "closed") return { kind: "paused", link, until: verdict.hasta };
  // After the verdict, which is of the login alone: this tells something of a company.
  if (own === null && named !== null && (await isDisabled(ctx, link, named))) {
    return { kind: "closed", link: { ...link, kind: "unavailable" } };
  }
  return tryOnce(ctx, token, link, read.typed, agreed);
}

/** The company is already connected, and its owners disabled that connection. */
async function isDisabled(ctx: Submitter, link: FoundOpenLink, rut: string): Promise<boolean> {
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
