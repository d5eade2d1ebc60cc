import { and, eq } from "drizzle-orm";
import { withTx } from "#lib/db/context.ts";
import type { LinkReader } from "../find-link.ts";
import { stateAt } from "../link-state.ts";
import { links } from "../links.sql.ts";
import { noAuthorization } from "./start-attempt.ts";
import type { FoundOpenLink } from "./submission.ts";

/**
 * The person does not want to connect: the link is annulled, as its organization would do. False
 * when it was no longer open; a try already started in another tab is not undone.
 */
export async function declineLink(
  ctx: LinkReader,
  { linkId, organizationId }: FoundOpenLink,
): Promise<boolean> {
  const declined = await withTx({ ...ctx, organization: { id: organizationId } }, ({ db, clock }) =>
    db.orm
      .update(links)
      .set({ state: "annulled", sealed: null, ...noAuthorization })
      .where(and(eq(links.id, linkId), eq(stateAt(clock.now()), "abierto")))
      .returning({ id: links.id }),
  );
  return declined.length > 0;
}
