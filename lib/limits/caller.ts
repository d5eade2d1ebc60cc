import type { CredentialKind } from "#lib/db/actors.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import type { Database, Queries } from "#lib/db/database.ts";
import {
  mayGrant,
  rehashKey,
  type BillingState,
  type PlanName,
  type MemberRights,
} from "#lib/identity/index.ts";
import { minuteMs } from "#lib/kernel/clock.ts";
import { callerStatements, connectedCallers, liveStatements } from "./caller-statements.ts";

/** Everything that a call's checks need to know of its caller, from one statement. */
export interface Caller {
  kind: CredentialKind;
  /** The id of the key, the grant, or the signed-in person. */
  id: string;
  scopes: string[];
  /** What the person granted; `scopes` is what token and role leave of it. Null for a key. */
  granted: string[] | null;
  /** The connections that it is limited to; null means all of the organization's. */
  connections: string[] | null;
  /** The person who is signed in, or who authorized the agent; null for an API key. */
  member: CallerMember | null;
  /** The program that a grant is for. */
  clientId: string | null;
  valid: boolean;
  organizationId: string;
  organizationName: string;
  plan: PlanName;
  /** The plan that decides the current month's quota. */
  quotaPlan: PlanName;
  billing: BillingState;
  connectors: string[];
  /** Requests of this credential in the current minute, including this one. */
  hits: number;
  connection: CallerConnection | null;
  /** Calls of the connection in the current month. */
  calls: number;
}

interface CallerMember extends MemberRights {
  userId: string;
}

export interface CallerConnection {
  id: string;
  connector: string;
  nombre: string;
  rut: string | null;
  scopes: string[];
  alcances: string[];
  acceso: string | null;
  credencial: string;
  disabled: boolean;
}

/** What a caller presented, parsed but not looked up. */
export type CallerCredential =
  /** With every valid secret; from its next use on a key is stored under the first of them. */
  | { kind: "api_key"; hashes: readonly Buffer[] }
  | { kind: "oauth"; grantId: string; scopes: readonly string[] }
  /** A key that a link of ours was sealed for. */
  | { kind: "sealed_key"; organizationId: string; keyId: string }
  /** Signed in, as a page has verified. `scopes`: all existing ones, to be narrowed by the role. */
  | { kind: "member"; organizationId: string; userId: string; scopes: readonly string[] };

export type Bearing = Exclude<CallerCredential, { kind: "member" | "sealed_key" }>;

export interface CallerQuestion {
  credential: CallerCredential;
  now: Date;
  connectionId: string | null;
  periodo: string;
}

/**
 * Whether the bearer is valid at all, before anything else of a request is read. Counts nothing.
 */
export async function isLive(db: Queries, credential: Bearing, now: Date): Promise<boolean> {
  const values = [namedBy(credential), now];
  return (await db.run(liveStatements[credential.kind], values)).length > 0;
}

/** Null when no such credential exists. Counts the request against its rate. */
export async function findCaller(db: Database, question: CallerQuestion): Promise<Caller | null> {
  const { credential, now, connectionId, periodo } = question;
  const minute = minuteOf(now);
  const within = credential.kind === "member" ? credential.organizationId : now;
  const values = [namedBy(credential), within, minute, connectionId, periodo];
  const newest = credential.kind === "api_key" ? (credential.hashes[0] ?? null) : null;
  if (credential.kind === "api_key") values.push(newest);
  if (credential.kind === "sealed_key") values.push(credential.organizationId);
  const [found] = await db.run<Found>(callerStatements[credential.kind], values);
  if (found === undefined) return null;
  const { outdated, ...caller } = found.caller;
  if (outdated && caller.valid) {
    const { id, organizationId } = caller;
    await db.transaction(organizationId, (queries) => queries.run(rehashKey, [id, newest]));
  }
  return narrowed(caller, credential);
}

export const minuteOf = (now: Date): Date =>
  new Date(Math.floor(now.getTime() / minuteMs) * minuteMs);

/** `outdated`: a key verified by an older secret. */
interface Found {
  caller: Caller & { outdated: boolean };
}

/**
 * An agent has what its token, its grant and the person's role have in common; a person has their
 * role's scopes.
 */
function narrowed(caller: Caller, credential: CallerCredential): Caller {
  const { member } = caller;
  if (credential.kind === "api_key" || credential.kind === "sealed_key") return caller;
  if (member === null) return caller;
  const ofRole = credential.scopes.filter((scope) => mayGrant(member, scope));
  if (credential.kind === "member") return { ...caller, scopes: ofRole };
  return { ...caller, scopes: caller.scopes.filter((scope) => ofRole.includes(scope)) };
}

function namedBy(credential: CallerCredential): unknown {
  switch (credential.kind) {
    case "api_key":
      return credential.hashes;
    case "sealed_key":
      return credential.keyId;
    case "oauth":
      return credential.grantId;
    case "member":
      return credential.userId;
  }
}

/** The caller with each of the connections that it may see, oldest first. */
export async function findConnectedCallers(
  ctx: Context,
  caller: Caller,
  { periodo, connector }: { periodo: string; connector?: string },
): Promise<ConnectedCaller[]> {
  const rows = await withTx(ctx, ({ db }) =>
    db.run<{ connection: CallerConnection; calls: number }>(connectedCallers, [
      caller.organizationId,
      periodo,
      connector ?? null,
      caller.connections,
    ]),
  );
  return rows.map((row) => ({ ...caller, ...row }));
}

export type ConnectedCaller = Caller & { connection: CallerConnection };
