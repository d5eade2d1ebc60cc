import { eq } from "drizzle-orm";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { countsAsAttempt, type LinkFailure } from "../link-failure.ts";
import { links } from "../links.sql.ts";
import { lockAttempt } from "./lock-attempt.ts";

/** The try ended without a connection: the link opens again and what was typed is deleted. */
export async function failAttempt(
  tx: InTransaction<SystemContext>,
  { failure, ...ended }: { linkId: string; jobId: string; failure: LinkFailure },
): Promise<void> {
  const attempt = await lockAttempt(tx, ended);
  if (attempt === null) return;
  const { attempts } = attempt;
  await tx.db.orm
    .update(links)
    .set({
      state: "open",
      sealed: null,
      lastFailure: failure,
      attempts: countsAsAttempt(failure) ? attempts : attempts - 1,
    })
    .where(eq(links.id, ended.linkId));
}
