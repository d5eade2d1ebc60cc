import { withTx } from "#lib/db/context.ts";
import { addMember, type Role } from "#lib/identity/people/index.ts";
import type { TestApi } from "./api.ts";
import { organizationOf, someone, type Someone } from "./dashboard-scene.ts";
import type { TestDashboard } from "./dashboard.ts";
import { visitor, type Visitor } from "./visitor.ts";

interface Served {
  api: TestApi;
  dashboard: TestDashboard;
}

/** A browser that is signed in as somebody. */
export function signedInAs({ app }: TestDashboard, { cookie }: Someone): Visitor {
  const by = visitor(app);
  by.cookies.set("connect", cookie);
  return by;
}

/** A new person, with their own organization. */
export async function newOwner(
  { api, dashboard }: Served,
  { mail, organization }: { mail: string; organization: string },
): Promise<{ owner: Someone; organizationId: string; by: Visitor }> {
  const owner = await someone(dashboard, mail);
  const organizationId = await organizationOf(api, owner, organization);
  return { owner, organizationId, by: signedInAs(dashboard, owner) };
}

interface NewMember {
  mail: string;
  role: Role;
  name?: string;
  /** May confirm documents, even as a member. */
  canIssue?: boolean;
}

/** A new person, in an existing organization. */
export async function newMember(
  { api, dashboard }: Served,
  organizationId: string,
  { mail, role, name = "Ana Soto", canIssue = false }: NewMember,
): Promise<Someone> {
  const who = await someone(dashboard, mail, name);
  const person = { userId: who.userId, email: mail, name };
  await withTx(api.contextOf(organizationId), (tx) =>
    addMember(tx, organizationId, person, { role, canIssue }),
  );
  return who;
}
