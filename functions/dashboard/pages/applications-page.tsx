import type { Child } from "hono/jsx";
import type { Grant } from "#lib/identity/index.ts";
import type { Nav } from "../frame/page-request.ts";
import { dayText, plainText } from "../texts/words.ts";
import { Form, Submit } from "./parts.tsx";
import { Shell } from "./shell.tsx";

interface ApplicationsProps {
  nav: Nav;
  organizationId: string;
  grants: readonly Grant[];
  /** Names of connections by their ids. */
  connections: ReadonlyMap<string, string>;
  mcpUrl: string;
  note?: Child;
}

export const applicationsPath = (organizationId: string): string =>
  `/dashboard/${organizationId}/aplicaciones`;

export function ApplicationsPage(props: ApplicationsProps) {
  const { nav, organizationId, grants, connections, mcpUrl, note } = props;
  return (
    <Shell title="Aplicaciones" nav={nav}>
      <h1>Aplicaciones</h1>
      {note}
      <p class="lead">
        Agentes que actúan por alguien de {nav.organization?.name ?? "la organización"}, con los
        permisos que esa persona les dio.
      </p>
      {grants.length === 0 ? (
        <section class="box">
          <h2>Ninguna todavía</h2>
          <p>
            Da esta dirección a tu agente como servidor MCP. Te va a traer aquí para que elijas qué
            puede hacer:
          </p>
          <p>
            <code>{mcpUrl}</code>
          </p>
        </section>
      ) : (
        <ul class="grants">
          {grants.map((grant) => (
            <GrantCard grant={grant} organizationId={organizationId} connections={connections} />
          ))}
        </ul>
      )}
    </Shell>
  );
}

interface CardProps {
  grant: Grant;
  organizationId: string;
  connections: ReadonlyMap<string, string>;
}

function GrantCard({ grant, organizationId, connections }: CardProps) {
  const { client, person, scopes, lastUsedAt, endsAt } = grant;
  return (
    <li class="box">
      <h2>
        <a href={`${applicationsPath(organizationId)}/${grant.id}`}>{plainText(client.name)}</a>{" "}
        <span class={client.verified ? "tag good" : "tag"}>
          {client.verified ? "verificada" : "sin verificar"}
        </span>
      </h2>
      <dl class="facts">
        <dt>De</dt>
        <dd>{plainText(client.host ?? grant.redirectHost)}</dd>
        <dt>Actúa por</dt>
        <dd>{plainText(person.name ?? person.email ?? "alguien que ya no participa")}</dd>
        <dt>Permisos</dt>
        <dd>{scopes.length === 0 ? "ninguno" : scopes.map((scope) => <code>{scope}</code>)}</dd>
        <dt>Conexiones</dt>
        <dd>{connectionsText(grant, connections)}</dd>
        <dt>Último uso</dt>
        <dd>{lastUsedAt === null ? "nunca" : dayText(lastUsedAt)}</dd>
        <dt>Termina</dt>
        <dd>{dayText(endsAt)}; el uso lo prolonga, hasta 180 días</dd>
      </dl>
    </li>
  );
}

function connectionsText({ connections }: Grant, names: ReadonlyMap<string, string>): string {
  if (connections === null) return "todas, también las que vengan";
  if (connections.length === 0) return "ninguna";
  return connections.map((id) => plainText(names.get(id) ?? id)).join(", ");
}

interface ApplicationProps extends Omit<ApplicationsProps, "grants" | "mcpUrl"> {
  grant: Grant;
  seal(path: string): string;
}

export function ApplicationPage(props: ApplicationProps) {
  const { nav, organizationId, grant, connections, seal, note } = props;
  const path = `${applicationsPath(organizationId)}/${grant.id}`;
  const offered = grant.connections ?? [...connections.keys()];
  return (
    <Shell title={`Aplicación ${plainText(grant.client.name)}`} nav={nav}>
      <p class="kicker">
        <a href={applicationsPath(organizationId)}>Aplicaciones</a>
      </p>
      <h1>{plainText(grant.client.name)}</h1>
      {note}
      <Form action={path} seal={seal(path)}>
        <fieldset>
          <legend>Permisos</legend>
          <p class="hint">
            Quita los que no necesite. Para dar más, la aplicación los pide de nuevo.
          </p>
          {grant.scopes.map((scope) => (
            <label class="tick">
              <input type="checkbox" name="permiso" value={scope} checked />
              <code>{scope}</code>
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>Conexiones</legend>
          {grant.connections === null && (
            <label class="tick">
              <input type="checkbox" name="todas" value="si" checked />
              <span>Todas, también las que vengan. Desmárcala para elegir:</span>
            </label>
          )}
          {offered.map((id) => (
            <label class="tick">
              <input
                type="checkbox"
                name="conexion"
                value={id}
                {...(grant.connections !== null && { checked: true })}
              />
              <span>{plainText(connections.get(id) ?? id)}</span>
            </label>
          ))}
          {offered.length === 0 && <p class="hint">La organización todavía no tiene conexiones.</p>}
        </fieldset>
        <Submit>Guardar</Submit>
      </Form>
      <section class="part">
        <h2>Terminar el acceso</h2>
        <p>
          Vale desde la próxima llamada. Para volver, la aplicación tiene que pedir permiso otra
          vez.
        </p>
        <Form action={`${path}/terminar`} seal={seal(`${path}/terminar`)}>
          <Submit kind="button danger">Terminar el acceso</Submit>
        </Form>
      </section>
    </Shell>
  );
}
