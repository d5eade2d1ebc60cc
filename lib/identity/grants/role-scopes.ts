export type Role = "owner" | "admin" | "member";

/** What a person may do in an organization, as far as agents are concerned. */
export interface MemberRights {
  role: Role;
  canIssue: boolean;
}

/** Whether the person may have documents issued. */
export function mayIssue({ role, canIssue }: MemberRights): boolean {
  return role !== "member" || canIssue;
}

/** Whether agents of a person with this membership may have the scope. */
export function mayGrant(membership: MemberRights, scope: string): boolean {
  if (membership.role !== "member") return true;
  // Only owners and admins decide who receives the organization's data.
  if (scope === "webhooks:write") return false;
  return scope.endsWith(":read") || mayIssue(membership);
}
