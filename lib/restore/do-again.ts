import * as z from "zod";
import type { Context } from "#lib/db/context.ts";
import { narrowConnection } from "#lib/connections/index.ts";
import { deleteConnection, deleteOrganization } from "#lib/erasure/index.ts";
import {
  callOffDeletion,
  endAnyGrant,
  narrowAnyGrant,
  narrowKey,
  narrowOrganization,
  revokeKey,
  roles,
} from "#lib/identity/index.ts";
import { lowerMember, removeMember } from "#lib/identity/people/index.ts";
import { refuseAgain } from "#lib/jobs/index.ts";
import { dayMs } from "#lib/kernel/clock.ts";
import type { DoneAct } from "#lib/kernel/done-acts.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { forgetCredential } from "#lib/links/index.ts";
import type { Vault } from "#lib/vault/index.ts";
import { disableEndpoint, emitSyncEnded } from "#lib/webhooks/index.ts";

const names = z.array(z.string());
const Rights = z.object({ scopes: names, connections: names.nullable() });
const MemberRights = z.object({ role: z.enum(roles), canIssue: z.boolean() });
const ConnectionRights = z.object({ scopes: names, alcances: names, enabled: z.boolean() });
const Systems = z.object({ systems: names });

type Doer = Context & { vault: Vault };

/** Repeats an act. What can only be refused throws `forbidden`, and has changed nothing. */
export async function doAgain(ctx: Doer, { at, ...done }: DoneAct & { at: string }): Promise<void> {
  const { act, subject, left } = done;
  switch (act) {
    case "key.revoked":
      return revokeKey(ctx, subject);
    case "key.narrowed":
      return narrowKey(ctx, subject, Rights.parse(left));
    case "grant.ended":
      return endAnyGrant(ctx, subject, "revoked");
    case "grant.narrowed":
      return narrowAnyGrant(ctx, subject, Rights.parse(left));
    case "member.removed":
      return removeMember(ctx, subject);
    case "member.lowered":
      return lowerMember(ctx, subject, MemberRights.parse(left));
    case "password.changed":
      throw new AppError("forbidden", { details: { reason: "only the person can choose one" } });
    case "credential.forgotten":
      return forgetCredential({ ...ctx, onJobEnded: emitSyncEnded }, subject);
    case "credential.refused":
      return refuseAgain(ctx, subject, new Date(at));
    case "connection.narrowed":
      return narrowConnection(ctx, subject, ConnectionRights.parse(left));
    case "connection.deleted":
      await deleteConnection(ctx, subject, { abandonUnknown: true });
      return;
    case "endpoint.disabled":
    // Its earlier address or secret is back, which may be a stranger's by now.
    case "endpoint.changed":
      await disableEndpoint(ctx, subject);
      return;
    case "organization.narrowed":
      return narrowOrganization(ctx, Systems.parse(left).systems);
    case "organization.deleted":
      return deleteAgain(ctx, done);
    case "organization.kept":
      return callOffDeletion(ctx);
  }
}

async function deleteAgain(ctx: Doer, { until }: DoneAct): Promise<void> {
  const left = Date.parse(until ?? "") - ctx.clock.now().getTime();
  // It was requested, whatever is unknown now: housekeeping postpones the erasure until that is
  // known.
  await deleteOrganization(ctx, { inDays: left / dayMs, despiteUnknown: true });
}
