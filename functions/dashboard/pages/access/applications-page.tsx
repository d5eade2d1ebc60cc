import type { Child } from "hono/jsx";
import { grantTerms, type Grant } from "#lib/identity/index.ts";
import type { Nav } from "../../request/page-request.ts";
import type { OfferedConnections } from "../../texts/offered-connections.ts";
import { limitText } from "../../texts/permissions.ts";
import { dayText, plainText } from "../../texts/words.ts";
import { Turn } from "../parts/list.tsx";
import { Form, Submit, Tick } from "../parts/parts.tsx";
import { ConnectionSearch, OfferedTicks } from "../parts/permission-ticks.tsx";
import { Shell } from "../parts/shell.tsx";

interface ApplicationsProps {
  nav: Nav;
  organizationId: string;
  grants: readonly Grant[];
  next: string | null;
  first: string | null;
  /** Names of connections by id. */
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
        Agentes que actúan por alguien de {plainText(nav.organization?.name ?? "la organización")},
        con los permisos que esa persona les dio.
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
        <>
          <ul class="grants">
            {grants.map((grant) => (
              <GrantCard grant={grant} organizationId={organizationId} connections={connections} />
            ))}
          </ul>
          <Turn caption="Aplicaciones" next={props.next} first={props.first} />
        </>
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
        <dd>{limitText(grant.connections, connections)}</dd>
        <dt>Último uso</dt>
        <dd>{lastUsedAt === null ? "nunca" : dayText(lastUsedAt)}</dd>
        <dt>Termina</dt>
        <dd>
          {dayText(endsAt)}; el uso lo prolonga, hasta {grantTerms.days} días
        </dd>
      </dl>
    </li>
  );
}

interface ApplicationProps extends Pick<ApplicationsProps, "nav" | "organizationId" | "note"> {
  grant: Grant;
  offered: OfferedConnections;
  /** The search text. */
  wanted: string;
  seal(path: string): string;
}

export function ApplicationPage(props: ApplicationProps) {
  const { nav, organizationId, grant, offered, wanted, seal, note } = props;
  const path = `${applicationsPath(organizationId)}/${grant.id}`;
  return (
    <Shell title={`Aplicación ${plainText(grant.client.name)}`} nav={nav}>
      <p class="kicker">
        <a href={applicationsPath(organizationId)}>Aplicaciones</a>
      </p>
      <h1>{plainText(grant.client.name)}</h1>
      {note}
      {offered.isPart && <ConnectionSearch action={path} wanted={wanted} />}
      <Form action={path} seal={seal(path)} version={grant.version}>
        <fieldset>
          <legend>Permisos</legend>
          <p class="hint">
            Quita los que no necesite. Para dar más, la aplicación los pide de nuevo.
          </p>
          {grant.scopes.map((scope) => (
            <Tick name="permiso" value={scope} checked>
              <code>{scope}</code>
            </Tick>
          ))}
        </fieldset>
        <fieldset>
          <legend>Conexiones</legend>
          {grant.connections === null && (
            <Tick name="todas" value="si" checked>
              Todas, también las que vengan. Desmárcala para elegir:
            </Tick>
          )}
          <OfferedTicks offered={offered} limit={grant.connections} />
          {offered.shown.length === 0 && !offered.isPart && (
            <p class="hint">La organización todavía no tiene conexiones.</p>
          )}
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
