import { randomBytes } from "node:crypto";
import { actors } from "#lib/db/actors.ts";
import { withTx, type Context, type SystemContext } from "#lib/db/context.ts";
import type { AuthPort } from "#lib/identity/auth-port.ts";
import { addMember, removeMember, type Role } from "#lib/identity/people/index.ts";
import type { Vault } from "#lib/vault/index.ts";

export interface PeopleOfLocalMode extends SystemContext {
  vault: Vault;
  dashboard: { auth: AuthPort };
}

interface LocalPerson {
  userId: string;
  email: string;
  password: string;
}

interface NewLocalMember {
  role: Role;
  canIssue?: boolean | undefined;
  name?: string;
}

/** A person with a confirmed mail address and a password, so that nobody has to sign up first. */
export async function makeMember(
  ctx: PeopleOfLocalMode,
  organizationId: string,
  { role, canIssue = false, name = "Persona de prueba" }: NewLocalMember,
): Promise<LocalPerson> {
  const email = `${role}-${randomBytes(4).toString("hex")}@sandbox.test`;
  const password = randomBytes(15).toString("base64url");
  const made = await ctx.dashboard.auth.createPerson({
    email,
    password,
    name,
    emailVerified: true,
  });
  if (made === null) throw new TypeError("a mail address was drawn twice");
  const person = { ...made, email, name };
  await withTx(operatorOf(ctx, organizationId), (tx) =>
    addMember(tx, organizationId, person, { role, canIssue }),
  );
  return { ...made, email, password };
}

/** As an owner would, under the same rules. */
export async function endMember(
  ctx: PeopleOfLocalMode,
  organizationId: string,
  userId: string,
): Promise<void> {
  await removeMember(operatorOf(ctx, organizationId), userId);
}

function operatorOf(
  { db, clock, log, vault }: PeopleOfLocalMode,
  id: string,
): Context & { vault: Vault } {
  const actor = actors.operator("local");
  return { db, clock, log, vault, organization: { id }, actor, requestId: "local" };
}
