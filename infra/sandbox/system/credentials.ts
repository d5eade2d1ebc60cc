import type { World } from "./system.ts";

export interface KnownLogin {
  user: string;
  password: string;
  companies: readonly string[];
  blocked?: boolean;
}

type CredentialAnswer =
  | { outcome: "ok"; login: KnownLogin }
  | { outcome: "wrong" }
  | { outcome: "blocked" };

const allowedFailures = 3;

/** Who may log in. Three failures in a row lock the account until `reset`. */
export function createCredentials(world: World, logins: readonly KnownLogin[]) {
  const failures = new Map<string, number>();
  const blocked = new Set(logins.filter((login) => login.blocked).map((login) => login.user));

  function fail(user: string): CredentialAnswer {
    world.counters.add("failed_logins");
    const count = (failures.get(user) ?? 0) + 1;
    failures.set(user, count);
    if (count >= allowedFailures) blocked.add(user);
    return { outcome: "wrong" };
  }

  return {
    check(user: string, password: string): CredentialAnswer {
      const fault = world.faults.take("wrong_password", "account_blocked");
      const isBlocked = blocked.has(user) || fault?.kind === "account_blocked";
      if (isBlocked) {
        world.counters.add("failed_logins");
        return { outcome: "blocked" };
      }
      const login = logins.find((one) => one.user === user && one.password === password);
      if (!login || fault?.kind === "wrong_password") return fail(user);
      failures.delete(user);
      return { outcome: "ok", login };
    },
  };
}
