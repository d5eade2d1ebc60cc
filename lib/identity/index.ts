export { AccessTokens } from "./access-token.ts";
export { isApiKeyText } from "./api-key-text.ts";
export { bounds, GivenName, lockOrganization, longestName } from "./bounds.ts";
export {
  endAnyGrant,
  endGrant,
  endGrantsOfMember,
  endGrantsOfPerson,
  endPastGrants,
} from "./grants/end-grant.ts";
export { type Grant, listGrants } from "./grants/list-grants.ts";
export { narrowAnyGrant, narrowGrant } from "./grants/narrow-grant.ts";
export { noteGrantUse, noteToken } from "./grants/note-token.ts";
export { type AgentConsent, recordConsent } from "./grants/record-consent.ts";
export { lockMembership, readMembership } from "./grants/membership.ts";
export { requireMayIssue, requireManager } from "./grants/require-manager.ts";
export {
  askDeletion,
  callOffDeletion,
  closeOrganization,
  dropFromLimits,
  noteOrganizationErased,
  organizationsToErase,
} from "./delete-organization.ts";
export { listConnectors } from "./list-connectors.ts";
export { listOrganizations } from "./list-organizations.ts";
export { mayGrant, mayIssue, type MemberRights } from "./grants/role-scopes.ts";
export { grantTerms } from "./grants/terms.ts";
export { namesOfActors } from "./names-of-actors.ts";
export {
  createOrganization,
  findOrganization,
  NewOrganization,
  updateOrganization,
} from "./organizations.ts";
export { type BillingState, type PlanName, planNames, plans, plansWith } from "./plans.ts";
export { quotaPlanIn, quotaPlanOf } from "./quota-plan.ts";
export { requireFeature } from "./require-feature.ts";
export { changeKey, narrowKey } from "./keys/change-key.ts";
export { createKey, NewKey } from "./keys/create-key.ts";
export { findKey, type Key, listKeys } from "./keys/list-keys.ts";
export { createApiKey, type KeyContext } from "./keys/issue-key.ts";
export { noteKeyUse, rehashKey } from "./keys/key-parts.ts";
export { revokeAnyApiKey, revokeKey } from "./keys/revoke-key.ts";
export { requireReader, requireRole, roles } from "./members/roles.ts";
export {
  changeOrganization,
  narrowOrganization,
  OrganizationForm,
  type OrganizationSettings,
  organizationSettings,
} from "./change-organization.ts";
