export { isApiKeyText } from "./api-key-text.ts";
export {
  createApiKey,
  type KeyContext,
  noteKeyUse,
  rehashUsedKey,
  revokeAnyApiKey,
  revokeApiKey,
} from "./api-keys.ts";
export { bounds, lockOrganization } from "./bounds.ts";
export {
  createOrganization,
  findOrganization,
  NewOrganization,
  updateOrganization,
} from "./organizations.ts";
export { type BillingState, type PlanName, planNames, plans, plansWith } from "./plans.ts";
export { requireFeature } from "./require-feature.ts";
