import type { Child } from "hono/jsx";
import type { Key } from "#lib/identity/index.ts";
import type { Nav } from "../../request/page-request.ts";
import { keyStateText } from "../../texts/keys.ts";
import { plainText } from "../../texts/words.ts";
import { Empty, List } from "../parts/list.tsx";
import { Shell } from "../parts/shell.tsx";
import { When } from "../parts/when.tsx";

export const keysPath = (organizationId: string): string => `/dashboard/${organizationId}/claves`;

export const keyPath = (organizationId: string, { id }: Pick<Key, "id">): string =>
  `${keysPath(organizationId)}/${id}`;

interface KeysProps {
  nav: Nav;
  organizationId: string;
  keys: readonly Key[];
  /** Calls in the last 30 days, by key id. */
  calls: ReadonlyMap<string, number>;
  isEnded: boolean;
  next: string | null;
  first: string | null;
  mayCreate: boolean;
  now: Date;
  note?: Child;
}

export function KeysPage(props: KeysProps) {
  const { nav, organizationId, keys, calls, isEnded, next, first, mayCreate, now, note } = props;
  const path = keysPath(organizationId);
  return (
    <Shell title="Claves" nav={nav}>
      <h1>Claves</h1>
      {note}
      <p class="lead">
        Con una clave, un programa actúa por la organización. Puede lo que diga la lista, y nada
        más.
      </p>
      {mayCreate && (
        <p>
          <a class="button" href={`${path}/nueva`}>
            Crear una clave
          </a>
        </p>
      )}
      <nav class="tabs" aria-label="Qué claves">
        <a href={path} {...(!isEnded && { "aria-current": "page" })}>
          Vigentes
        </a>
        <a href={`${path}?estado=terminadas`} {...(isEnded && { "aria-current": "page" })}>
          Terminadas
        </a>
      </nav>
      {keys.length === 0 ? (
        <Empty title={isEnded ? "Ninguna ha terminado" : "Ninguna vigente"}>
          <p>
            {isEnded
              ? "Aquí quedan las que alguien revocó y las que vencieron."
              : "Un agente o un programa la manda en cada llamada. Se crea con permisos elegidos uno a uno."}
          </p>
        </Empty>
      ) : (
        <List
          caption={isEnded ? "Claves terminadas" : "Claves vigentes"}
          rows={keys}
          next={next}
          first={first}
          columns={[
            { head: "Nombre", cell: (key) => <KeyName path={path} itsKey={key} /> },
            { head: "Puede", cell: ({ scopes }) => <Scopes scopes={scopes} /> },
            { head: "Conexiones", cell: ({ connections }) => limitText(connections) },
            {
              head: "Llamadas en 30 días",
              cell: ({ id }) => (calls.get(id) ?? 0).toLocaleString("es-CL"),
              number: true,
            },
            { head: "Último uso", cell: ({ lastUsedAt }) => <When at={lastUsedAt} now={now} /> },
            { head: isEnded ? "Terminó" : "Vence", cell: (key) => <KeyEnd itsKey={key} /> },
          ]}
        />
      )}
    </Shell>
  );
}

function KeyName({ path, itsKey: { id, name, hint } }: { path: string; itsKey: Key }) {
  return (
    <>
      <a href={`${path}/${id}`}>{plainText(name)}</a> <code class="whole">…{hint}</code>
    </>
  );
}

function KeyEnd({ itsKey: { state, revokedAt, expiresAt } }: { itsKey: Key }) {
  if (state === "live") return <When at={expiresAt} never="no vence" />;
  return (
    <>
      {keyStateText(state)}, <When at={revokedAt ?? expiresAt} />
    </>
  );
}

export function Scopes({ scopes }: { scopes: readonly string[] }) {
  if (scopes.length === 0) return <>no puede nada</>;
  return (
    <>
      {scopes.map((scope) => (
        <>
          <code>{scope}</code>{" "}
        </>
      ))}
    </>
  );
}

function limitText(connections: readonly string[] | null): string {
  if (connections === null) return "todas";
  return connections.length === 1 ? "1" : String(connections.length);
}
