import type { SystemContext } from "#lib/db/context.ts";
import { tally, type Limit } from "#lib/identity/people/index.ts";
import { networkOf } from "#lib/egress/index.ts";
import { oauthRefusal } from "#lib/identity/auth/oauth-answers.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** What agents may ask for before anybody has agreed to anything: for each address, and for all. */
const limits = {
  authorize: [{ what: "oauth.authorize", windowMs: minuteMs, most: 60, of: "address" }],
  token: [{ what: "oauth.token", windowMs: minuteMs, most: 120, of: "address" }],
  revoke: [{ what: "oauth.revoke", windowMs: minuteMs, most: 60, of: "address" }],
  register: [
    { what: "oauth.register", windowMs: hourMs, most: 20, of: "address" },
    { what: "oauth.register_all", windowMs: hourMs, most: 200, of: "all" },
  ],
} as const satisfies Record<string, readonly (Limit & { of: "address" | "all" })[]>;

export type AgentLimit = keyof typeof limits;

/** Of one household an IPv6 address comes with a /64 of them. */
const whole = { v4: 32, v6: 64 };

/** Whom is counted under a keyed hash: addresses are few enough to be tried. */
type Counted = Pick<SystemContext, "db" | "clock"> & { secret: ServiceSecret };

/** The refusal of an address that has used up its part, or null. An address that nobody tells is counted as one. */
export async function tooMany(
  { db, clock, secret }: Counted,
  name: AgentLimit,
  address: string | null,
): Promise<Response | null> {
  const now = clock.now();
  const network = address === null ? "unknown" : (networkOf(address, whole) ?? "unknown");
  for (const { of, ...limit } of limits[name]) {
    const subject = secret.hash("form", of === "all" ? "all" : network);
    const { isOver, until } = await tally(db, limit, subject, now);
    if (!isOver) continue;
    const refused = oauthRefusal("temporarily_unavailable", "asked for too often", 429);
    const waitMs = until.getTime() - now.getTime();
    refused.headers.set("retry-after", String(Math.ceil(waitMs / 1000)));
    return refused;
  }
  return null;
}

/** Tokens of one grant: an agent that asks for a new one each time is told to stop. */
export function mayIssueToken(ctx: Counted, grantId: string): Promise<boolean> {
  return isWithin(ctx, { what: "oauth.grant", windowMs: minuteMs, most: 30 }, grantId);
}

/** Fetches of clients' documents, from one host and in all. */
export async function mayFetchDocument(ctx: Counted, host: string): Promise<boolean> {
  const limit = { what: "oauth.document", windowMs: minuteMs, most: 30 };
  return (
    (await isWithin(ctx, limit, host)) &&
    isWithin(ctx, { ...limit, what: "oauth.documents", most: 120 }, "all")
  );
}

async function isWithin(
  { db, clock, secret }: Counted,
  limit: Limit,
  subject: string,
): Promise<boolean> {
  const { isOver } = await tally(db, limit, secret.hash("form", subject), clock.now());
  return !isOver;
}
