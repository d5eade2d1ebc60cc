export { AccessTokens } from "./access-token.ts";
export { isApiKeyText } from "./api-key-text.ts";
export { bounds, GivenName, lockOrganization } from "./bounds.ts";
export {
  endAnyGrant,
  endGrant,
  endGrantsOfMember,
  endGrantsOfPerson,
  endPastGrants,
} from "./grants/end-grant.ts";
export { type Grant, listGrants } from "./grants/list-grants.ts";
export { narrowGrant } from "./grants/narrow-grant.ts";
export { noteGrantUse, noteToken } from "./grants/note-token.ts";
export { type Consent, recordConsent } from "./grants/record-consent.ts";
export { membershipOf } from "./grants/membership-of.ts";
export { requireManager } from "./grants/require-manager.ts";
export { listConnectors } from "./list-connectors.ts";
export { mayGrant, mayIssue, type Membership } from "./grants/role-scopes.ts";
export { grantTerms } from "./grants/terms.ts";
export { namesOfActors } from "./names-of-actors.ts";
export {
  createOrganization,
  findOrganization,
  NewOrganization,
  updateOrganization,
} from "./organizations.ts";
export { type BillingState, type PlanName, planNames, plans, plansWith } from "./plans.ts";
export { requireFeature } from "./require-feature.ts";
export { changeKey } from "./keys/change-key.ts";
export { createKey, NewKey } from "./keys/create-key.ts";
export { findKey, type Key, listKeys } from "./keys/list-keys.ts";
export { createApiKey, type KeyContext } from "./keys/issue-key.ts";
export { noteKeyUse, rehashUsedKey } from "./keys/key-parts.ts";
export { revokeAnyApiKey, revokeKey } from "./keys/revoke-key.ts";
export { requireRole, roles } from "./people/roles.ts";
export {
  changeOrganization,
  OrganizationForm,
  type OrganizationSettings,
  organizationSettings,
} from "./change-organization.ts";
