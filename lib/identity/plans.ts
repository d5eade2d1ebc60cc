export const planNames = ["free", "pro", "business"] as const;
export type PlanName = (typeof planNames)[number];

export const billingStates = ["active", "past_due", "none"] as const;
export type BillingState = (typeof billingStates)[number];

export type Feature = "webhooks";

interface Plan {
  features: readonly Feature[];
  scheduledSyncsPerDay: number;
  pendingSyncsPerConnection: number;
  /** Calls of one connection in a calendar month in Santiago. */
  callsPerConnection: number;
  requestsPerMinute: number;
}

export const plans: Record<PlanName, Plan> = {
  free: {
    features: [],
    scheduledSyncsPerDay: 1,
    pendingSyncsPerConnection: 12,
    callsPerConnection: 1_000,
    requestsPerMinute: 600,
  },
  pro: {
    features: ["webhooks"],
    scheduledSyncsPerDay: 2,
    pendingSyncsPerConnection: 12,
    callsPerConnection: 50_000,
    requestsPerMinute: 600,
  },
  business: {
    features: ["webhooks"],
    scheduledSyncsPerDay: 4,
    pendingSyncsPerConnection: 12,
    callsPerConnection: 1_000_000,
    requestsPerMinute: 600,
  },
};

export function plansWith(feature: Feature): PlanName[] {
  return planNames.filter((name) => plans[name].features.includes(feature));
}
