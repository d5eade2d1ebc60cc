/** `link` is a visitor with a link, whom nobody has signed in; `operator` runs the service. */
type ActorKind = "api_key" | "member" | "link" | "operator" | "system";

export interface Actor {
  kind: ActorKind;
  id: string;
  scopes: readonly string[];
}

/** Everybody who acts is made here. An API key acts as an agent, never as the person who made it. */
export const actors = {
  apiKey: (key: { keyId: string; scopes: readonly string[] }) =>
    actor("api_key", key.keyId, key.scopes),
  member: (id: string) => actor("member", id),
  link: (id: string) => actor("link", id),
  operator: (name: string) => actor("operator", name),
  system: (part: string) => actor("system", part),
};

function actor(kind: ActorKind, id: string, scopes: readonly string[] = []): Actor {
  return { kind, id, scopes };
}

/** An actor as the columns of `actorColumns`. */
export function actorRow({ kind, id }: Pick<Actor, "kind" | "id">) {
  return { actorKind: kind, actorId: id };
}
