import { z } from "zod";
import type { ServiceControl } from "#infra/sandbox/index.ts";
import { findCalls } from "#lib/audit/index.ts";
import {
  ConnectionChange,
  findConnection,
  noSuchConnection,
  replaceCredential,
  updateConnection,
} from "#lib/connections/index.ts";
import { actors } from "#lib/db/actors.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import { FeeReceiptPolicy, setPolicy } from "#lib/acts/fee-receipts/index.ts";
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
import { organizationOf } from "#lib/operator/index.ts";
import type { Systems } from "#lib/tools/catalogue.ts";
import { setRecipient, turnFolders, Destinatario, recipientOf } from "#lib/acts/folders/index.ts";
import { endMember, makeMember, type PeopleOfLocalMode } from "./local-people.ts";
import type { Mailbox } from "./mailbox.ts";
import type { Names } from "./names.ts";

interface ControlledService extends KeyContext, PeopleOfLocalMode {
  catalogue: Systems;
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
    createOrganization: (input) =>
      told(async () => {
        requireConnectors(ctx, input.connectors);
        return createOrganization(ctx, definedOnly(input));
      }),
    updateOrganization: (id, patch) => told(() => changeOrganization(ctx, id, definedOnly(patch))),
    createKey: (input) =>
      told(async () => {
        if ((await findOrganization(ctx, input.organizationId)) === null)
          throw noSuch("organization");
        requireScopes(ctx, input.scopes);
        await requireConnectionsOf(ctx, input.organizationId, input.connections);
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
  requireConnectors(ctx, rest.connectors);
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
  const own = operatorOf(ctx, await organizationOf(ctx, "conn", id));
  const found = await withTx(own, (tx) => findConnection(tx, id));
  if (found === null) throw noSuchConnection();
  const offered = ctx.catalogue.manifestOf(found.connector)?.alcances ?? [];
  requireNames(
    "alcances",
    rest.alcances,
    offered.map((alcance) => alcance.id),
  );
  requireScopes(ctx, rest.scopes);
  const fields = typeof credencial === "object" && credencial !== null ? credencial : null;
  const state = credencial === null ? "ausente" : credencial;
  const change = { ...rest, ...(fields === null && state !== undefined && { credencial: state }) };
  await updateConnection(ctx, id, ConnectionChange.parse(change));
  if (fields !== null) await replaceCredential(ctx, id, fields);
  if (state === "viva") await forgetLoginsOf(ctx, id);
}

function requireConnectors({ catalogue }: ControlledService, connectors?: readonly string[]): void {
  const known = catalogue.manifests.map(({ id }) => id);
  requireNames("connectors", connectors, known);
}

/** Both scopes of every system, even where no tool needs the second. */
function requireScopes({ catalogue }: ControlledService, scopes?: readonly string[]): void {
  const areas = [...catalogue.manifests.map(({ id }) => id), "webhooks"];
  const known = areas.flatMap((area) => [`${area}:read`, `${area}:write`]);
  requireNames("scopes", scopes, known);
}

/** Another organization's connection is refused like a nonexistent one. */
async function requireConnectionsOf(
  ctx: ControlledService,
  organizationId: string,
  ids: readonly string[] = [],
): Promise<void> {
  const known = await withTx(operatorOf(ctx, organizationId), async (tx) => {
    const found = [];
    for (const id of ids) found.push((await findConnection(tx, id))?.id);
    return found;
  });
  requireNames("connections", ids, known);
}

function requireNames(
  field: string,
  given: readonly string[] = [],
  known: readonly (string | undefined)[],
): void {
  const unknown = given.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw wrongCall(`${field}: ${unknown.join(", ")} does not exist here`);
}

/** Why a call was refused, for the control plane; never reported as our own failure. */
class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(message: string, { status, code }: { status: number; code: string }) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

function wrongCall(message: string): Refused {
  return new Refused(message, { status: 400, code: "validation_error" });
}

function noSuch(what: string): AppError {
  return new AppError("forbidden", { details: { reason: `no such ${what}` } });
}

async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof z.ZodError) throw wrongCall(z.prettifyError(error));
    if (!(error instanceof AppError)) throw error;
    const reason = error.details?.["reason"];
    if (error.code !== "forbidden" || typeof reason !== "string") throw error;
    // An unknown id; any other reason is a rule that refuses a correct call.
    if (reason.startsWith("no such ")) throw wrongCall(reason);
    throw new Refused(reason, { status: error.entry.status, code: error.code });
  }
}

/** A key without a value is treated as absent. */
function definedOnly<T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
