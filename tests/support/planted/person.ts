import { newId } from "#lib/kernel/ids.ts";
import type { AuthPort, NewPerson } from "#lib/identity/auth-port.ts";
import type { Clock } from "#lib/kernel/clock.ts";
import type { TestDatabase } from "../databases/test-database.ts";

interface Place {
  auth: Pick<AuthPort, "createPerson">;
  clock: Clock;
  owner: TestDatabase["owner"];
}

/** By password. */
const hashes = new Map<string, string>();

/**
 * A person with a confirmed mail. The library makes one with each password; the others get that one's hash, because
 * making one takes the processor a tenth of a second.
 */
export async function plantPerson(
  { auth, clock, owner }: Place,
  person: Omit<NewPerson, "emailVerified">,
): Promise<string> {
  const { email, name, password } = person;
  const hash = hashes.get(password);
  if (hash === undefined) {
    const made = await auth.createPerson({ ...person, emailVerified: true });
    if (made === null) throw new Error(`${email} is somebody's`);
    const [row] = await owner("select password from auth.account where user_id = $1", [
      made.userId,
    ]);
    hashes.set(password, String(row?.["password"]));
    return made.userId;
  }
  const now = clock.now();
  const userId = newId("usr", now);
  await owner(
    `with person as (
       insert into auth.user (id, name, email, email_verified, created_at, updated_at)
       values ($1, $2, $3, true, $4, $4)
     )
     insert into auth.account (id, account_id, provider_id, user_id, password, created_at, updated_at)
     values ($5, $1, 'credential', $1, $6, $4, $4)`,
    [userId, name, email.toLowerCase(), now, newId("acc", now), hash],
  );
  return userId;
}
