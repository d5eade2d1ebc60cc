/**
 * `oauth` is an agent with a grant, `link` an unauthenticated visitor with a link; `operator` runs
 * the service.
 */
export type ActorKind = CredentialKind | "link" | "operator" | "system";

/** What a caller presents: an API key, an access token of a grant, or a signed-in session. */
export type CredentialKind = "api_key" | "oauth" | "member";

export interface Actor {
  kind: ActorKind;
  /** For an agent, the id of its grant: its tokens come and go. */
  id: string;
  scopes: readonly string[];
  /** The connections it may see; null means all of the organization's. */
  connections: readonly string[] | null;
  /** For an agent with a grant: the person who authorized it, and which program it is. */
  onBehalfOf: string | null;
  clientId: string | null;
}

interface Credential {
  kind: CredentialKind;
  id: string;
  scopes: readonly string[];
  connections: readonly string[] | null;
  /** The person who is signed in, or who authorized the agent. */
  member: { userId: string } | null;
  clientId: string | null;
}

/** Every actor is made here. An API key acts as an agent, never as the person who made it. */
export const actors = {
  caller: ({ kind, id, scopes, connections, member, clientId }: Credential): Actor => ({
    kind,
    id,
    scopes,
    connections,
    onBehalfOf: kind === "oauth" ? (member?.userId ?? null) : null,
    clientId,
  }),
  member: (id: string) => actor("member", id),
  link: (id: string) => actor("link", id),
  operator: (name: string) => actor("operator", name),
  system: (part: string) => actor("system", part),
};

function actor(kind: ActorKind, id: string): Actor {
  return { kind, id, scopes: [], connections: null, onBehalfOf: null, clientId: null };
}

/** An actor as the columns of `actorColumns`. */
export function actorRow({ kind, id }: Pick<Actor, "kind" | "id">) {
  return { actorKind: kind, actorId: id };
}
