/**
 * `oauth` is an agent by its grant, `link` a visitor with a link, whom nobody has signed in;
 * `operator` runs the service.
 */
export type ActorKind = CredentialKind | "link" | "operator" | "system";

/** What a caller shows: an API key, an access token of a grant, or that they are signed in. */
export type CredentialKind = "api_key" | "oauth" | "member";

export interface Actor {
  kind: ActorKind;
  /** Of an agent the grant's, whose tokens come and go. */
  id: string;
  scopes: readonly string[];
  /** The connections that it may know of; null: all of the organization's. */
  connections: readonly string[] | null;
  /** Of an agent by its grant: the person who let it act, and which program it is. */
  onBehalfOf: string | null;
  clientId: string | null;
}

interface Credential {
  kind: CredentialKind;
  id: string;
  scopes: readonly string[];
  connections: readonly string[] | null;
  /** The person who is signed in, or who let the agent act. */
  member: { userId: string } | null;
  clientId: string | null;
}

/** Everybody who acts is made here. An API key acts as an agent, never as the person who made it. */
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
