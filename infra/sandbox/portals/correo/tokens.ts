import { createHmac, randomUUID } from "node:crypto";
import type { World } from "../../system/system.ts";
import type { Scope } from "./scopes.ts";
import type { CorreoSwitches } from "./switches.ts";

const accessSeconds = 3600;

/** A permission: each authorization starts a family of refresh tokens. */
interface Grant {
  family: string;
  account: string;
  scopes: readonly Scope[];
  grantedMs: number;
}

interface RefreshToken extends Grant {
  kind: "refresh";
  /** Its position in the family: each use makes the next. */
  number: number;
}

export interface AccessToken extends Grant {
  kind: "access";
  expiresMs: number;
}

export interface TokenPair {
  access: string;
  refresh: string;
  expiresInSeconds: number;
  scopes: readonly Scope[];
}

interface Family {
  current: number;
  isDead: boolean;
  last: { number: number; at: number; pair: TokenPair } | undefined;
}

export interface Tokens {
  /** The first pair of a new authorization. */
  grant(account: string, scopes: readonly Scope[], grantedMs?: number): TokenPair & Grant;
  /** Undefined if it is invalid: unknown, used before, or of a dead family. */
  refresh(token: string): TokenPair | undefined;
  readAccess(token: string): AccessToken | undefined;
  /** By the program: kills this token's family. Returns whether it was alive. */
  revoke(token: string): boolean;
  /** By the person: revokes everything that the account has allowed so far. */
  revokeAccount(account: string): void;
  killFamily(family: string): void;
}

/**
 * Tokens are sealed and self-contained, so one from before a reset, or of an earlier sandbox, is still valid. Only
 * used and revoked tokens are remembered.
 */
export function createTokens(world: World, switches: CorreoSwitches): Tokens {
  const families = new Map<string, Family>();
  const revoked = new Map<string, number>();
  const nowMs = () => world.now().getTime();

  function familyOf({ family, number }: Pick<RefreshToken, "family" | "number">): Family {
    const known = families.get(family) ?? { current: number, isDead: false, last: undefined };
    families.set(family, known);
    return known;
  }

  function isOver({ family, account, grantedMs }: Grant): boolean {
    return (families.get(family)?.isDead ?? false) || grantedMs <= (revoked.get(account) ?? 0);
  }

  function pairOf(grant: Grant, number: number): TokenPair {
    const { family, account, scopes, grantedMs } = grant;
    const own = { family, account, scopes, grantedMs };
    const expiresMs = nowMs() + accessSeconds * 1000;
    return {
      access: seal({ kind: "access", ...own, expiresMs }),
      refresh: seal({ kind: "refresh", ...own, number }),
      expiresInSeconds: accessSeconds,
      scopes,
    };
  }

  function killFamily(family: string): void {
    const known = families.get(family);
    families.set(family, { current: 0, last: undefined, ...known, isDead: true });
  }

  return {
    killFamily,
    grant(account, scopes, grantedMs = Math.max(nowMs(), (revoked.get(account) ?? 0) + 1)) {
      const grant = { family: randomUUID(), account, scopes, grantedMs };
      return { ...pairOf(grant, 0), ...grant };
    },
    refresh(text) {
      const token = open(text);
      if (token?.kind !== "refresh" || isOver(token)) return undefined;
      const family = familyOf(token);
      const { last } = family;
      if (token.number >= family.current) {
        family.current = token.number + 1;
        const pair = pairOf(token, family.current);
        family.last = { number: token.number, at: nowMs(), pair };
        world.counters.add("token_refreshes");
        return pair;
      }
      const graceMs = switches.values().refreshGraceSeconds * 1000;
      const isRepeated = last?.number === token.number && nowMs() - last.at < graceMs;
      if (isRepeated) return last.pair;
      family.isDead = true;
      return undefined;
    },
    readAccess(text) {
      const token = open(text);
      return token?.kind === "access" && token.expiresMs > nowMs() && !isOver(token)
        ? token
        : undefined;
    },
    revoke(text) {
      const token = open(text);
      if (!token || isOver(token)) return false;
      killFamily(token.family);
      return true;
    },
    revokeAccount: (account) => void revoked.set(account, nowMs()),
  };
}

const sealingKey = "the simulated mail provider";

function seal(token: RefreshToken | AccessToken): string {
  const content = Buffer.from(JSON.stringify(token)).toString("base64url");
  return `${content}.${markOf(content)}`;
}

function open(text: string): RefreshToken | AccessToken | undefined {
  const [content = "", mark = ""] = text.split(".");
  if (mark !== markOf(content)) return undefined;
  return JSON.parse(Buffer.from(content, "base64url").toString("utf8")) as
    | RefreshToken
    | AccessToken;
}

function markOf(content: string): string {
  return createHmac("sha256", sealingKey).update(content).digest("base64url");
}
