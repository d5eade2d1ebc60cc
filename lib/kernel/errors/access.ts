import { refusedAtSend, type ErrorEntry } from "./entry.ts";

export const accessErrors = {
  unauthorized: {
    status: 401,
    retry: false,
    owner: "client",
    message: "The bearer credential is missing, unknown, expired or revoked.",
    fix: "Send Authorization: Bearer followed by a valid API key of the organization or an access token; the WWW-Authenticate header says where a token comes from.",
    fixOverMcp:
      "Stop and tell your person: the client has to be connected to this service again, or be given a valid API key of the organization.",
  },
  forbidden: {
    status: 403,
    retry: false,
    owner: "client",
    message: "The credential is valid and may not do this.",
    fix: "Have the account's owner open details.challenge.url where it is given. Where details.reason is rechazada, a person rejected the preview: make a new one, or stop. Otherwise ask an owner or admin of the organization for the permission named in details.",
    details:
      "`reason`, when more can be said; `limit` and `bound`, or `scopes`, of what people meet in the dashboard; of `provider_scope_missing`, which the account's owner gives at the provider, also `modulo` and `challenge`: `url`, `expiraEn`",
  },
  scope_not_granted: {
    status: 403,
    retry: false,
    owner: "client",
    message: "The credential lacks a scope that this operation needs.",
    fix: "Have an owner or admin add the scope in details.required to the API key, or use a key that has it. An application asks its person for a new consent.",
    details: "`required[]`: the scopes that are missing",
  },
} as const satisfies Record<string, ErrorEntry>;

export const limitErrors = {
  rate_limited: {
    status: 429,
    retry: true,
    owner: "client",
    message: "More was asked for in this time than is allowed.",
    fix: "Wait the seconds given by Retry-After, then go on with exponential backoff. Where details.bound is open_links, annul a link that nobody needs.",
    fixOverMcp:
      "Wait details.retryAfterSeconds, or a few seconds where it is not given, then go on with growing pauses. Where details.bound is open_links, annul a link that nobody needs.",
    details:
      "`limit`, `retryAfterSeconds`; `bound` when it is not the credential's: the organization's (`open_links`, `links_per_day`) or the address's (`failures_per_minute`); `fix`: the list of open links",
  },
  quota_exceeded: {
    status: 429,
    retry: false,
    owner: "client",
    message: "This connection has used up its calls for the month.",
    fix: "Wait for the next calendar month; the organization's other connections go on working.",
    details: "`limit`, `periodo`, `connection_id`",
  },
  feature_not_in_plan: {
    status: 403,
    retry: false,
    owner: "client",
    message: "The organization's plan does not include this function.",
    fix: "Have an owner change the plan to one that includes details.feature.",
    details: "`feature`",
  },
  billing_past_due: {
    status: 402,
    retry: false,
    owner: "client",
    message: "A payment is overdue: syncs, emissions and new connections are paused.",
    fix: "Have an owner make the payment. Stored data can be read meanwhile, and a call that was made is answered under its key.",
  },
  subscription_required: {
    status: 402,
    retry: false,
    owner: "client",
    message:
      "The organization has no active plan: syncs, emissions and new connections are paused.",
    fix: "Have an owner choose a plan. Stored data can be read meanwhile, and a call that was made is answered under its key.",
  },
  connector_plan_limit: {
    status: 402,
    retry: false,
    owner: "client",
    message: "The company's plan in the external system is used up.",
    fix: "Have the company widen its plan in that system, then repeat the call.",
    details: refusedAtSend,
  },
} as const satisfies Record<string, ErrorEntry>;
