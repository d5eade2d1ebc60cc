import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { loginOutcomes } from "#lib/contract/index.ts";
import { bytes, instant, organizationId, organizationWall } from "#lib/db/columns.ts";

/** Every password sent to a portal, for anybody; `login-ledger.ts` has the rules. */
export const loginAttempts = pgTable(
  "login_attempts",
  {
    id: text().primaryKey(),
    organizationId: organizationId(),
    /** Keyed hash of system and login. */
    loginIdentity: bytes("login_identity").notNull(),
    /** Keyed hash of everything that the login tries. */
    secretHash: bytes("secret_hash").notNull(),
    jobId: text("job_id").notNull(),
    token: integer().notNull(),
    startedAt: instant("started_at").notNull(),
    endedAt: instant("ended_at"),
    /** Null while unknown: the login is running, or its worker died. */
    outcome: text({ enum: loginOutcomes }),
  },
  (t) => [
    index("login_attempts_newest").on(t.loginIdentity, t.startedAt),
    index("login_attempts_of_job").on(t.jobId),
    index("login_attempts_old").on(t.startedAt),
    organizationWall(),
  ],
);
