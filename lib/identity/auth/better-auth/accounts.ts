import { runWithTransaction } from "@better-auth/core/context";
import { violatedConstraint } from "#lib/db/failures.ts";
import type { AuthPort, OwnSession } from "../../auth-port.ts";
import type { Library, UseLibrary } from "./library.ts";
import { createPerson } from "./people.ts";

type Accounts = Pick<
  AuthPort,
  | "signUp"
  | "findPerson"
  | "confirmMail"
  | "setPassword"
  | "hasPassword"
  | "listSessions"
  | "endSession"
  | "endSessions"
>;

/** What people do with their own accounts. Limits, codes and mails are not left to the library. */
export function libraryAccounts(use: UseLibrary): Accounts {
  return {
    signUp: (person) => use((library) => signUp(library, person)),
    findPerson: (email) =>
      use(async ({ $context }) => {
        const found = await (await $context).internalAdapter.findUserByEmail(email);
        if (found === null) return null;
        const { id: userId, emailVerified, name } = found.user;
        return { userId, emailVerified, name };
      }),
    confirmMail: (email) =>
      use(async ({ $context }) => {
        const { internalAdapter } = await $context;
        const found = await internalAdapter.findUserByEmail(email);
        if (found === null) return false;
        await internalAdapter.updateUser(found.user.id, { emailVerified: true });
        return true;
      }),
    setPassword: (userId, password) =>
      use(async ({ $context }) => {
        const { adapter, internalAdapter, password: passwords } = await $context;
        const hash = await passwords.hash(password);
        // Together: somebody who knew the old password must not keep a session from it.
        await runWithTransaction(adapter, async () => {
          await internalAdapter.updatePassword(userId, hash);
          await internalAdapter.deleteUserSessions(userId);
        });
      }),
    hasPassword: (userId, password) =>
      use(async ({ $context }) => {
        const { internalAdapter, password: passwords } = await $context;
        const hash = (await internalAdapter.findCredentialAccount(userId))?.password;
        return typeof hash === "string" && passwords.verify({ hash, password });
      }),
    listSessions: (userId) =>
      use(async (library) =>
        (await sessionsOf(library, userId)).map(({ id, since, userAgent }) => ({
          id,
          since,
          userAgent,
        })),
      ),
    endSession: (userId, sessionId) =>
      use(async (library) => {
        const { internalAdapter } = await library.$context;
        const own = (await sessionsOf(library, userId)).find(({ id }) => id === sessionId);
        if (own !== undefined) await internalAdapter.deleteSession(own.token);
      }),
    endSessions: (userId) =>
      use(async ({ $context }) => (await $context).internalAdapter.deleteUserSessions(userId)),
  };
}

type Registering = Parameters<AuthPort["signUp"]>[0];

/** Hashed before any lookup: a known mail address takes as long as an unknown one. */
async function signUp(
  { $context }: Library,
  { email, password, name }: Registering,
): Promise<{ kind: "new" | "known" }> {
  const context = await $context;
  const { adapter, internalAdapter, password: passwords } = context;
  const hash = await passwords.hash(password);
  const known = (await internalAdapter.findUserByEmail(email))?.user;
  if (known?.emailVerified === true) return { kind: "known" };
  return runWithTransaction(adapter, async (): Promise<{ kind: "new" | "known" }> => {
    if (known === undefined) {
      await createPerson(context, { email, name, emailVerified: false, hash });
      return { kind: "new" };
    }
    // Nobody has proven that the mail is theirs: the last one to sign up may do so, in the same
    // browser.
    await internalAdapter.updateUser(known.id, { name });
    await internalAdapter.updatePassword(known.id, hash);
    return { kind: "new" };
  }).catch((error: unknown) => {
    // Two at once with one mail address: the other account exists by now.
    if (violatedConstraint(error) === "user_email") return { kind: "known" };
    throw error;
  });
}

async function sessionsOf(
  { $context }: Library,
  userId: string,
): Promise<(OwnSession & { token: string })[]> {
  const { internalAdapter } = await $context;
  const sessions = await internalAdapter.listSessions(userId, { onlyActiveSessions: true });
  return sessions.map(({ id, createdAt, userAgent, token }) => ({
    id,
    since: createdAt,
    userAgent: userAgent ?? null,
    token,
  }));
}
