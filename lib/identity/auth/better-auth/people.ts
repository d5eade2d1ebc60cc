import { createHash } from "node:crypto";
import { runWithTransaction } from "@better-auth/core/context";
import { and, eq, inArray } from "drizzle-orm";
import type { Orm } from "#lib/db/database.ts";
import { dayMs, type Clock } from "#lib/kernel/clock.ts";
import type { AuthPort, NewPerson, SignedInPerson } from "../../auth-port.ts";
import { account, user } from "./auth.sql.ts";
import type { ReadCookies } from "./session-cookies.ts";
import { sessionDays, type Library, type UseLibrary } from "./library.ts";

type People = Pick<
  AuthPort,
  "signedIn" | "signIn" | "passwordVersion" | "signOut" | "createPerson"
>;

/** Who people are, and whether they are signed in. */
export function peopleOf(
  use: UseLibrary,
  { clock, cookies, orm }: { clock: Clock; cookies: ReadCookies; orm: Orm },
): People {
  /** The row with the mail's password and its current hash. */
  const passwordOf = (email: string) => {
    const own = orm.select({ id: user.id }).from(user).where(eq(user.email, email.toLowerCase()));
    return orm
      .select({ hash: account.password })
      .from(account)
      .where(and(inArray(account.userId, own), eq(account.providerId, "credential")));
  };

  return {
    signedIn: (given, { unused } = { unused: false }) =>
      use(async ({ api }) => {
        const headers = cookies(given);
        const query = { disableCookieCache: true, disableRefresh: unused };
        const found = await api.getSession({ headers, query });
        if (found === null) return null;
        const { session, user } = found;
        if (session.createdAt.getTime() + sessionMs < clock.now().getTime()) return null;
        return signedInOf(session, user);
      }),
    signIn: ({ email, password }, headers) =>
      use(async ({ api, $context }) => {
        const [before] = await passwordOf(email);
        const answer = await api.signInEmail({
          body: { email, password },
          headers,
          asResponse: true,
        });
        if (answer.status === 401 || answer.status === 400) return { kind: "refused" };
        // Waits for a running password change: its ending of sessions did not see this one yet.
        const [after] = await passwordOf(email).for("share");
        const passwordVersion = versionOf(after);
        const isStill = passwordVersion !== null && passwordVersion === versionOf(before);
        // Only after the right password.
        if (answer.status === 403) return { kind: isStill ? "unverified" : "refused" };
        if (!answer.ok) throw new Error(`the library answered a sign-in with ${answer.status}`);
        const made = (await answer.json()) as { token: string; user: { id: string } };
        if (!isStill) {
          await (await $context).internalAdapter.deleteSession(made.token);
          return { kind: "refused" };
        }
        const cookies = answer.headers.getSetCookie().map(keptForAWeek);
        return { kind: "signed_in", userId: made.user.id, cookies, passwordVersion };
      }),
    passwordVersion: (email) => use(async () => versionOf((await passwordOf(email))[0])),
    signOut: (headers) =>
      use(async ({ api }) => {
        const answer = await api.signOut({ headers: cookies(headers), asResponse: true });
        return answer.headers.getSetCookie();
      }),
    createPerson: (person) => use(async (library) => create(library, person)),
  };
}

/** Its hash has a salt of its own: the same password chosen again is another one. */
function versionOf(row: { hash: string | null } | undefined): string | null {
  if (row?.hash == null) return null;
  return createHash("sha256").update(row.hash).digest("base64url");
}

const sessionMs = sessionDays * dayMs;

/**
 * The row says when a session ends. The library's cookie would expire after 12 h even when used.
 */
function keptForAWeek(cookie: string): string {
  return cookie.replace(/Max-Age=\d+/i, `Max-Age=${sessionMs / 1000}`);
}

function signedInOf(
  session: { id: string; createdAt: Date },
  user: { id: string; email: string; emailVerified: boolean; name: string },
): SignedInPerson {
  return {
    sessionId: session.id,
    userId: user.id,
    email: user.email,
    emailVerified: user.emailVerified,
    name: user.name,
    signedInAt: session.createdAt,
  };
}

async function create(
  { $context }: Library,
  { email, password, name, emailVerified }: NewPerson,
): Promise<{ userId: string } | null> {
  const context = await $context;
  const { adapter, internalAdapter, password: passwords } = context;
  const address = email.toLowerCase();
  if ((await internalAdapter.findUserByEmail(address)) !== null) return null;
  const hash = await passwords.hash(password);
  return runWithTransaction(adapter, () =>
    createPerson(context, { email: address, name, emailVerified, hash }),
  );
}

type NewAccount = Omit<NewPerson, "password"> & { hash: string };

/** In a transaction: a person without a password could neither sign in nor sign up again. */
export async function createPerson(
  { internalAdapter }: Awaited<Library["$context"]>,
  { email, name, emailVerified, hash }: NewAccount,
): Promise<{ userId: string }> {
  const { id } = await internalAdapter.createUser(
    { email, name, emailVerified },
    { method: "email-password" },
  );
  await internalAdapter.linkAccount({
    userId: id,
    providerId: "credential",
    accountId: id,
    password: hash,
  });
  return { userId: id };
}
