import type { Child } from "hono/jsx";
import { linkMinutes, type Manifest } from "#lib/contract/index.ts";
import type { ConnectionLine } from "#lib/connections/index.ts";
import { longestName } from "#lib/identity/index.ts";
import type { OpenLink } from "#lib/links/index.ts";
import type { Nav } from "../../request/page-request.ts";
import { credentialText, monthText } from "../../texts/connection-words.ts";
import { dayText, plainText, rutText } from "../../texts/words.ts";
import type { AccessDays } from "../../texts/access-days.ts";
import { AccessField } from "../parts/access-field.tsx";
import { Empty, List, PastList } from "../parts/list.tsx";
import { When } from "../parts/when.tsx";
import { Field, Form, Note, Select, Submit, UnreadPart } from "../parts/parts.tsx";
import { Shell } from "../parts/shell.tsx";

export const connectionsPath = (organizationId: string): string =>
  `/dashboard/${organizationId}/conexiones`;

/** How long a link made on this page can be used. */
export const linkHours = linkMinutes.usual / 60;

interface ConnectionsProps {
  nav: Nav | null;
  organizationId: string;
  connections: readonly ConnectionLine[];
  next: string | null;
  first: string | null;
  /** Null, like the links, if it could not be read. */
  readMonths: ReadonlyMap<string, { oldest: string; newest: string }> | null;
  links: readonly OpenLink[] | null;
  /** Systems that the organization may connect. */
  systems: readonly Manifest[];
  /** Systems that store nothing: every call asks the provider. */
  unstored: ReadonlySet<string>;
  now: Date;
  seal: ((path: string) => string) | null;
  access: AccessDays;
  problem?: { title: string; text: string } | undefined;
  note?: Child;
}

export function ConnectionsPage(props: ConnectionsProps) {
  const { nav, organizationId, connections, readMonths, systems, now, seal } = props;
  const { next, first, access, unstored } = props;
  const path = connectionsPath(organizationId);
  const nameOf = (sistema: string): string =>
    systems.find(({ id }) => id === sistema)?.name ?? sistema;
  const neverText = (sistema: string, never: string): string =>
    unstored.has(sistema) ? "no aplica" : never;
  return (
    <Shell title="Conexiones" nav={nav}>
      <h1>Conexiones</h1>
      <p class="lead">Cada empresa en cada sistema. Horas de Santiago.</p>
      {props.note}
      {props.problem !== undefined && (
        <Note title={props.problem.title}>
          <p>{props.problem.text}</p>
        </Note>
      )}
      {seal !== null && systems.length > 0 && (
        <PastList rows={connections} to="conectar">
          Conectar un sistema
        </PastList>
      )}
      {connections.length === 0 && first === null ? (
        <Empty title={seal === null ? "Ninguna conexión todavía" : "Conecta tu primer sistema"}>
          <p>
            {seal === null
              ? "Un dueño o administrador crea un enlace y lo manda a quien tenga la clave del portal."
              : "Crea un enlace y mándalo a quien tenga la clave del portal: la escribe ahí, y nadie más la ve."}
          </p>
        </Empty>
      ) : (
        <List
          caption="Conexiones de la organización"
          rows={connections}
          next={next}
          first={first}
          columns={[
            {
              head: "Nombre",
              cell: ({ id, nombre }) => <a href={`${path}/${id}`}>{plainText(nombre)}</a>,
            },
            { head: "Sistema", cell: ({ sistema }) => nameOf(sistema) },
            { head: "RUT", cell: ({ rut }) => <span class="whole">{companyRutText(rut)}</span> },
            { head: "Estado", cell: (connection) => <ConnectionState connection={connection} /> },
            {
              head: "Meses leídos",
              cell: ({ id, sistema }) => {
                if (unstored.has(sistema)) return "no se guardan";
                return readMonths === null ? "no se pudo leer" : monthsText(readMonths.get(id));
              },
            },
            {
              head: "Última lectura",
              cell: ({ sistema, ultimaSincronizacionEn: at }) => (
                <When at={dateOf(at)} now={now} never={neverText(sistema, "ninguna")} />
              ),
            },
            {
              head: "Próxima",
              cell: ({ sistema, proximaSincronizacionEn: at }) => (
                <When at={dateOf(at)} now={now} never={neverText(sistema, "no programada")} />
              ),
            },
          ]}
        />
      )}
      <Links {...props} path={path} nameOf={nameOf} />
      {seal !== null && systems.length > 0 && (
        <section class="part" id="conectar">
          <h2>Conectar un sistema</h2>
          <p>El enlace se muestra una vez y dura {linkHours} horas.</p>
          <Form action={`${path}/enlace`} seal={seal(`${path}/enlace`)}>
            <Select
              name="sistema"
              label="Sistema"
              options={systems.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <Field
              name="nombre"
              label="Nombre de la conexión"
              hint="Opcional: si queda vacío, la razón social"
              maxlength={longestName}
              optional
            />
            <AccessField access={access} />
            <Submit>Crear el enlace</Submit>
          </Form>
        </section>
      )}
    </Shell>
  );
}

type LinksProps = ConnectionsProps & { path: string; nameOf: (sistema: string) => string };

function Links({ links, connections, path, nameOf, now, seal }: LinksProps) {
  if (links?.length === 0) return null;
  return (
    <section class="part">
      <h2>Enlaces abiertos</h2>
      {links === null ? (
        <UnreadPart />
      ) : (
        <ul class="rows">
          {links.map((link) => {
            const nombre =
              link.nombre ?? connections.find(({ id }) => id === link.connectionId)?.nombre;
            const title = `${link.modo === "crear" ? "Conectar" : "Reconectar"} ${nameOf(link.sistema)}`;
            const named = nombre === undefined ? title : `${title}, ${plainText(nombre)}`;
            return (
              <li>
                <div>
                  <strong>{named}</strong>
                  <span>
                    {makerText(link)}, hasta el <When at={link.expiresAt} now={now} />
                    {link.state === "verificando" && ", alguien lo está usando"}
                  </span>
                </div>
                {seal !== null && (
                  <Form
                    action={`${path}/enlaces/${link.id}/anular`}
                    seal={seal(`${path}/enlaces/${link.id}/anular`)}
                  >
                    <Submit
                      kind="quiet"
                      label={`Anular: ${named}, hasta el ${dayText(link.expiresAt)}`}
                    >
                      Anular
                    </Submit>
                  </Form>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

function monthsText(read: { oldest: string; newest: string } | undefined): string {
  if (read === undefined) return "nunca leída";
  if (read.oldest === read.newest) return monthText(read.newest);
  return `${monthText(read.oldest)} a ${monthText(read.newest)}`;
}

function ConnectionState({ connection }: { connection: ConnectionLine }) {
  const { estado, credencial } = connection;
  if (estado === "deshabilitada") return <span class="tag">Deshabilitada</span>;
  return (
    <span class={estado === "activa" ? "tag good" : "tag bad"}>{credentialText(credencial)}</span>
  );
}

/** A connection has no company before its first login. */
export function companyRutText(rut: string | null): string {
  return rut === null ? "todavía no se sabe" : rutText(rut);
}

export function dateOf(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant);
}

function makerText({ maker }: OpenLink): string {
  if (maker.kind === "member")
    return `Por ${plainText(maker.name ?? "alguien que ya no participa")}`;
  return maker.kind === "operator" ? "Por el operador del servicio" : "Por un agente";
}
