import { randomUUID } from "node:crypto";
import type { World } from "./system.ts";

export interface Session<T> {
  readonly id: string;
  readonly user: string;
  readonly data: T;
}

export interface Sessions<T> {
  open(user: string, data: T): Session<T>;
  /** The open session with this id; reading it counts as activity. */
  find(id: string | undefined): Session<T> | undefined;
  hasOpen(user: string): boolean;
  /** Closed by the portal: nobody logged out. */
  drop(id: string): void;
  /**
   * Counts at most one logout per session, even for one that the portal had already dropped: a visitor who is thrown
   * out but then logs out properly has logged out.
   */
  logout(id: string | undefined): boolean;
}

interface Held<T> extends Session<T> {
  open: boolean;
  loggedOut: boolean;
  seenAt: { service: number; real: number };
}

/** Idle time passes by the service's clock, which tests move, and by the machine's, which they cannot. */
export function createSessions<T>(world: World, options: { idleMinutes: number }): Sessions<T> {
  const held = new Map<string, Held<T>>();
  const idleMs = options.idleMinutes * 60_000;
  const instant = () => ({ service: world.now().getTime(), real: performance.now() });

  function isOpen(session: Held<T>): boolean {
    const now = instant();
    const idle = Math.max(now.service - session.seenAt.service, now.real - session.seenAt.real);
    if (idle >= idleMs) session.open = false;
    return session.open;
  }

  function openOf(user: string): Held<T>[] {
    return [...held.values()].filter((session) => session.user === user && isOpen(session));
  }

  return {
    open(user, data) {
      const session = {
        id: randomUUID(),
        user,
        data,
        open: true,
        loggedOut: false,
        seenAt: instant(),
      };
      held.set(session.id, session);
      world.counters.add("logins");
      world.counters.raise("max_sessions", openOf(user).length);
      return session;
    },
    find(id) {
      const session = held.get(id ?? "");
      if (!session || !isOpen(session)) return undefined;
      session.seenAt = instant();
      return session;
    },
    hasOpen: (user) => openOf(user).length > 0,
    drop(id) {
      const session = held.get(id);
      if (session) session.open = false;
    },
    logout(id) {
      const session = held.get(id ?? "");
      if (!session || session.loggedOut) return false;
      session.open = false;
      session.loggedOut = true;
      world.counters.add("logouts");
      return true;
    },
  };
}
