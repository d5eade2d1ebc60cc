import type { SystemContext } from "#lib/db/context.ts";
import { tally, type TallyLimit } from "#lib/identity/people/index.ts";
import { networkOfCaller } from "#lib/egress/index.ts";
import { oauthRefusal } from "#lib/identity/auth/oauth-answers.ts";
import { hourMs, minuteMs } from "#lib/kernel/clock.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";

/** What agents may request before anybody has agreed to anything: per address, and in all. */
const limits = {
  authorize: [{ what: "oauth.authorize", windowMs: minuteMs, most: 60, of: "address" }],
  token: [{ what: "oauth.token", windowMs: minuteMs, most: 120, of: "address" }],
  revoke: [{ what: "oauth.revoke", windowMs: minuteMs, most: 60, of: "address" }],
  register: [
    { what: "oauth.register", windowMs: hourMs, most: 20, of: "address" },
    { what: "oauth.register_all", windowMs: hourMs, most: 200, of: "all" },
  ],
} as const satisfies Record<string, readonly (TallyLimit & { of: "address" | "all" })[]>;

export type AgentLimit = keyof typeof limits;

/** Counters are keyed by a keyed hash, because addresses are few enough to be guessed. */
type Counted = Pick<SystemContext, "db" | "clock"> & { secret: ServiceSecret };

/** Caps the memory that a flood from many addresses can take. */
const mostKept = 10_000;

/** Counts are in the database; this process remembers who is over the limit until the window ends. */
export class AgentLimits {
  readonly #counted: Counted;
  /** So a flood from one address costs no statement and does not queue for one row. */
  readonly #over = new Map<string, Date>();

  constructor(counted: Counted) {
    this.#counted = counted;
  }

  /** The refusal for an address that has used up its share, or null. All unknown addresses count as one. */
  async refusalOf(name: AgentLimit, address: string | null): Promise<Response | null> {
    const { clock } = this.#counted;
    const network = networkOfCaller(address) ?? "unknown";
    for (const { of, ...limit } of limits[name]) {
      const until = await this.#overUntil(limit, of === "all" ? "all" : network);
      if (until === null) continue;
      const refused = oauthRefusal("temporarily_unavailable", "asked for too often", 429);
      const waitMs = until.getTime() - clock.now().getTime();
      refused.headers.set("retry-after", String(Math.ceil(waitMs / 1000)));
      return refused;
    }
    return null;
  }

  async #overUntil(limit: TallyLimit, whom: string): Promise<Date | null> {
    const { db, clock, secret } = this.#counted;
    const now = clock.now();
    const name = `${limit.what}|${whom}`;
    const known = this.#over.get(name);
    if (known !== undefined && known > now) return known;
    const { isOver, until } = await tally(db, limit, secret.hash("form", whom), now);
    if (!isOver) return null;
    if (this.#over.size >= mostKept) this.#over.clear();
    this.#over.set(name, until);
    return until;
  }
}

/** Tokens per grant: an agent that requests a new one each time is told to stop. */
export function mayIssueToken(ctx: Counted, grantId: string): Promise<boolean> {
  return isWithin(ctx, { what: "oauth.grant", windowMs: minuteMs, most: 30 }, grantId);
}

/** Fetches of client documents, per host and in all. */
export async function mayFetchDocument(ctx: Counted, host: string): Promise<boolean> {
  const limit = { what: "oauth.document", windowMs: minuteMs, most: 30 };
  return (
    (await isWithin(ctx, limit, host)) &&
    isWithin(ctx, { ...limit, what: "oauth.documents", most: 120 }, "all")
  );
}

async function isWithin(
  { db, clock, secret }: Counted,
  limit: TallyLimit,
  subject: string,
): Promise<boolean> {
  const { isOver } = await tally(db, limit, secret.hash("form", subject), clock.now());
  return !isOver;
}
