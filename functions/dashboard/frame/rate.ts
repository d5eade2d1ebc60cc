import type { SystemContext } from "#lib/db/context.ts";
import { tally, type TallyLimit } from "#lib/identity/people/index.ts";
import { minuteMs } from "#lib/kernel/clock.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";

const windowMs = minuteMs;
const limits = {
  pages: { what: "pages", windowMs, most: 240 },
  fragments: { what: "fragments", windowMs, most: 240 },
  posts: { what: "posts", windowMs, most: 30 },
  /** Per network of a household, which may have many people behind it; nobody is identified yet. */
  signedOutPosts: { what: "signed_out_posts", windowMs, most: 120 },
} as const satisfies Record<string, TallyLimit>;

/** What a person, or a network, may request per minute, across all servers. */
export async function checkRate(
  { db, clock, secret }: SystemContext & { secret: ServiceSecret },
  kind: keyof typeof limits,
  who: string,
): Promise<void> {
  const now = clock.now();
  const limit = limits[kind];
  const { isOver, until } = await tally(db, limit, secret.hash("form", who), now);
  if (!isOver) return;
  const retryAfterSeconds = Math.ceil((until.getTime() - now.getTime()) / 1000);
  throw new AppError("rate_limited", { details: { limit: limit.most, retryAfterSeconds } });
}
