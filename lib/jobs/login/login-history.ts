import { desc, eq, sql } from "drizzle-orm";
import type { KnownLogin } from "#lib/connections/index.ts";
import type { LoginFailure, LoginOutcomeKind } from "#lib/contract/index.ts";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { loginAttempts } from "./login-attempts.sql.ts";
import { sessionless } from "../job.ts";
import {
  countedOfKeys,
  countedOutcomes,
  mayLogIn,
  type CountedLogin,
  type LoginHistory,
  type LoginVerdict,
} from "./login-rules.ts";

type Tx = Pick<InTransaction<SystemContext>, "db" | "clock">;

/**
 * Across all organizations, since the account is the same one. A function of the owner, for roles
 * that only see their own organization.
 */
const findHistory: Statement = {
  name: "login.history",
  repeatable: true,
  text: "select part, outcome, at from login_history($1, $2, $4, $3)",
};

interface Row {
  part: "newest" | "own" | "blocked";
  outcome: LoginOutcomeKind | null;
  at: Date;
}

interface Asked {
  connector: string;
  login: KnownLogin;
  /** Leaves out what a live worker is trying at present: it may well succeed. */
  endedOnly?: boolean;
}

export async function loginHistory(
  { db, clock }: Tx,
  { connector, login: { identities, secrets }, endedOnly = false }: Asked,
): Promise<LoginHistory> {
  const now = endedOnly ? clock.now() : null;
  const isKey = sessionless.includes(connector);
  const counted = isKey ? countedOfKeys : countedOutcomes;
  const rows = await db.run<Row>(findHistory, [identities, secrets, now, counted]);
  const of = (part: Row["part"]): CountedLogin[] =>
    rows.filter((row) => row.part === part && !(isKey && row.outcome === null));
  return { newest: of("newest"), own: of("own")[0] ?? null, blocked: of("blocked")[0] ?? null };
}

/** Whether a login would be made now, for callers that have not started one. */
export async function loginVerdict(
  tx: Tx,
  { typed, ...asked }: Omit<Asked, "endedOnly"> & { typed: boolean },
): Promise<LoginVerdict> {
  const history = await loginHistory(tx, { ...asked, endedOnly: true });
  return mayLogIn(history, { now: tx.clock.now(), typed });
}

/** Locked until the transaction ends, by everybody who asks whether the identity may log in. */
export async function lockIdentity({ db }: Tx, { identities }: KnownLogin): Promise<void> {
  // In one order: two workers may disagree on which secret is the newest.
  for (const name of identities.map((one) => `login|${one.toString("hex")}`).toSorted()) {
    await db.orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  }
}

/** How an earlier login by a link's job failed; null when it may continue. */
export async function earlierOfLink({ db }: Tx, jobId: string): Promise<LoginFailure | null> {
  const { outcome, id } = loginAttempts;
  const [row] = await db.orm
    .select({ outcome })
    .from(loginAttempts)
    .where(eq(loginAttempts.jobId, jobId))
    .orderBy(desc(id))
    .limit(1);
  if (row === undefined || row.outcome === "ok") return null;
  return row.outcome ?? "unknown";
}
