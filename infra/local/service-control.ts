import { z } from "zod";
import type { ServiceControl } from "#infra/sandbox/index.ts";
import { findCalls } from "#lib/audit/index.ts";
import { ConnectionChange, replaceCredential, updateConnection } from "#lib/connections/index.ts";
import { actors } from "#lib/db/actors.ts";
import type { Context } from "#lib/db/context.ts";
import { Destinatario, recipientOf } from "#lib/connectors/tributario/folder-recipient.ts";
import { FeeReceiptPolicy, setPolicy } from "#lib/fee-receipts/index.ts";
import {
  createApiKey,
  createOrganization,
  findOrganization,
  revokeAnyApiKey,
  updateOrganization,
  type KeyContext,
} from "#lib/identity/index.ts";
import { forgetLogins, forgetLoginsOf } from "#lib/jobs/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { setRecipient, turnFolders } from "#lib/tax-folders/index.ts";
import { endMember, makeMember, type PeopleOfLocalMode } from "./local-people.ts";
import type { Mailbox } from "./mailbox.ts";
import type { Names } from "./names.ts";

interface ControlledService extends KeyContext, PeopleOfLocalMode {
  names: Names;
  mailbox: Mailbox;
  /** Resolves when everything that became due has ended. */
  moveClock(to: Date): Promise<void>;
}

/** What the sandbox's control plane may do to the service: the dashboard's verbs, and time. */
export function serviceControl(ctx: ControlledService): ServiceControl {
  return {
    now: () => ctx.clock.now(),
    moveClock: (to) => ctx.moveClock(to),
    createOrganization: (input) => told(() => createOrganization(ctx, definedOnly(input))),
    updateOrganization: (id, patch) => told(() => changeOrganization(ctx, id, definedOnly(patch))),
    createKey: (input) =>
      told(async () => {
        if ((await findOrganization(ctx, input.organizationId)) === null)
          throw noSuch("organization");
        return createApiKey(ctx, definedOnly(input));
      }),
    revokeKey: (id) => told(() => revokeAnyApiKey(ctx, id)),
    updateConnection: (id, patch) => told(() => changeConnection(ctx, id, definedOnly(patch))),
    auditOf: (requestId) => findCalls(ctx, requestId),
    createMember: ({ organizationId, ...member }) =>
      told(async () => {
        if ((await findOrganization(ctx, organizationId)) === null) throw noSuch("organization");
        return makeMember(ctx, organizationId, member);
      }),
    removeMember: (organizationId, userId) => told(() => endMember(ctx, organizationId, userId)),
    mailsTo: async (which) => ctx.mailbox.list(which),
    clearMails: async () => ctx.mailbox.clear(),
    setNames: async (names) => ctx.names.set(names),
    clearNames: async () => ctx.names.clear(),
    forgetLogins: () => forgetLogins(ctx),
  };
}

type OrganizationPatch = Parameters<ServiceControl["updateOrganization"]>[1];

/** On top of what an operator changes: what its owners allow to happen. */
async function changeOrganization(
  ctx: ControlledService,
  id: string,
  { honorarios, carpeta, ...rest }: OrganizationPatch,
) {
  const policy = honorarios == null ? honorarios : FeeReceiptPolicy.parse(honorarios);
  const asked = carpeta?.destinatario;
  const recipient = asked === undefined ? null : recipientOf(Destinatario.parse(asked));
  const organization = await updateOrganization(ctx, id, definedOnly(rest));
  const operator = operatorOf(ctx, id);
  if (policy !== undefined) await setPolicy(operator, policy);
  if (carpeta !== undefined) {
    await turnFolders(operator, { on: carpeta?.habilitado === true });
    // As an owner would: proposes and confirms; null removes everybody.
    if (carpeta === null || recipient !== null) await setRecipient(operator, recipient);
  }
  return organization;
}

function operatorOf(ctx: ControlledService, id: string): Context {
  const actor = actors.operator("control");
  return { ...ctx, organization: { id }, actor, requestId: "control" };
}

type ConnectionPatch = Parameters<ServiceControl["updateConnection"]>[1];

/** On top of what owners may change: other login fields, or none at all. */
async function changeConnection(
  ctx: ControlledService,
  id: string,
  { credencial, ...rest }: ConnectionPatch,
): Promise<void> {
  const fields = typeof credencial === "object" && credencial !== null ? credencial : null;
  const state = credencial === null ? "ausente" : credencial;
  const change = { ...rest, ...(fields === null && state !== undefined && { credencial: state }) };
  await updateConnection(ctx, id, ConnectionChange.parse(change));
  if (fields !== null) await replaceCredential(ctx, id, fields);
  if (state === "viva") await forgetLoginsOf(ctx, id);
}

/** What was wrong with the call, for the control plane; never reported as our own failure. */
class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(message: string, status: number, code: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

function noSuch(what: string): AppError {
  return new AppError("forbidden", { details: { reason: `no such ${what}` } });
}

async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof z.ZodError) {
      throw new Refused(z.prettifyError(error), 400, "validation_error");
    }
    if (!(error instanceof AppError)) throw error;
    const reason = error.details?.["reason"];
    if (error.code !== "forbidden" || typeof reason !== "string") throw error;
    throw new Refused(reason, 404, error.code);
  }
}

/** A key without a value is treated as absent. */
function definedOnly<T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
