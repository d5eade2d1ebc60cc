/** What a credential is limited to. Null means no limit. */
type Limit = readonly string[] | null;

export function isWithin(some: Limit, all: Limit): boolean {
  if (all === null) return true;
  return some !== null && some.every((one) => all.includes(one));
}

/** What both allow. */
function allowedByBoth(one: Limit, other: Limit): string[] | null {
  if (one === null) return other === null ? null : [...other];
  return other === null ? [...one] : one.filter((each) => other.includes(each));
}

/** What a key or a grant may do, and with which connections. */
export interface Rights {
  scopes: readonly string[];
  connections: Limit;
}

export function isNarrower(after: Rights, before: Rights): boolean {
  return !isWithin(before.scopes, after.scopes) || !isWithin(before.connections, after.connections);
}

/** The rights of `now` that are also in `left`. */
export function rightsLeft(now: Rights, left: Rights) {
  return {
    scopes: now.scopes.filter((scope) => left.scopes.includes(scope)),
    connections: allowedByBoth(now.connections, left.connections),
  };
}
