import type { SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";

/** The only question about a grant's id that bypasses the policies. */
const findGrant: Statement = {
  name: "identity.owner_of_grant",
  repeatable: true,
  text: "select find_grant($1) as id",
};

/** Whose grant it is, for the holder of one of its tokens, who is not signed in. */
export async function ownerOfGrant(
  { db }: Pick<SystemContext, "db">,
  grantId: string,
): Promise<{ id: string } | null> {
  const [found] = await db.run<{ id: string | null }>(findGrant, [grantId]);
  return found?.id == null ? null : { id: found.id };
}
