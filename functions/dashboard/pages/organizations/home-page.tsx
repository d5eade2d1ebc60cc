import type { CallDay } from "#lib/audit/index.ts";
import type { Need } from "#lib/attention/index.ts";
import { CallsPerDay } from "../../charts/calls-per-day.tsx";
import type { Sync } from "#lib/sync/index.ts";
import type { Nav } from "../../request/page-request.ts";
import { hasPages, needText } from "../../texts/needs.ts";
import { counted, plainText, relativeText } from "../../texts/words.ts";
import { OrganizationDeletes } from "./organization-deletion.tsx";
import { UnreadPart } from "../parts/parts.tsx";
import { Copied } from "../parts/secret-page.tsx";
import { Shell } from "../parts/shell.tsx";
import { SyncList, syncsPath } from "../connections/syncs-page.tsx";

interface Attention {
  needs: readonly Need[];
  hasConnections: boolean;
  hasKeys: boolean;
}

interface HomeProps {
  nav: Nav;
  organization: { id: string; name: string };
  /** Null, like the blocks after it, if it could not be read. */
  attention: Attention | null;
  callDays: readonly CallDay[] | null;
  /** The newest one. */
  syncs: readonly Sync[] | null;
  /** The names of connections, to tell apart those of one company. */
  connections: ReadonlyMap<string, string>;
  /** When the organization is erased, if an owner requested that. */
  deletesAt: Date | null;
  /** For owners, who can cancel the deletion. */
  seal: ((path: string) => string) | null;
  /** The service's address, for a first call. */
  baseUrl: string;
  now: Date;
}

/** What somebody who is called at night sees first: what needs a person. */
export function HomePage(props: HomeProps) {
  const { nav, organization, attention, callDays, syncs, now } = props;
  const root = `/dashboard/${organization.id}`;
  const isStarted = attention !== null && attention.hasConnections && attention.hasKeys;
  const sections = new Set(nav.organization?.sections.map(({ href }) => href));
  return (
    <Shell title={organization.name} nav={nav}>
      <h1>{plainText(organization.name)}</h1>
      {props.deletesAt !== null && (
        <OrganizationDeletes
          organizationId={organization.id}
          deletesAt={props.deletesAt}
          now={now}
          seal={props.seal}
        />
      )}
      <Needs
        attention={attention}
        deletesAt={props.deletesAt}
        root={root}
        sections={sections}
        now={now}
      />
      {attention !== null && !isStarted && props.deletesAt === null && (
        <FirstSteps {...attention} baseUrl={props.baseUrl} sections={sections} root={root} />
      )}
      {(attention === null || attention.hasConnections) && (
        <section class="part">
          <h2>Llamadas</h2>
          {callDays === null ? <UnreadPart /> : <CallsPerDay days={callDays} />}
        </section>
      )}
      {syncs?.length !== 0 && (
        <section class="part">
          <h2>Últimas sincronizaciones</h2>
          {syncs === null ? (
            <UnreadPart />
          ) : (
            <SyncList
              organizationId={organization.id}
              syncs={syncs}
              connections={props.connections}
              now={now}
            />
          )}
          <p>
            <a href={syncsPath(organization.id)}>Ver todas</a>
          </p>
        </section>
      )}
    </Shell>
  );
}

type NeedsProps = Omit<NeedProps, "need"> & Pick<HomeProps, "attention" | "deletesAt">;

function Needs({ attention, deletesAt, ...row }: NeedsProps) {
  if (attention?.needs.length === 0) {
    if (!attention.hasConnections || deletesAt !== null) return null;
    return <p class="done">Todo anda: nada necesita a una persona.</p>;
  }
  return (
    <section aria-labelledby="espera">
      <h2 id="espera">Lo que necesita a una persona</h2>
      {attention === null ? (
        <UnreadPart />
      ) : (
        <ul class="rows needs">
          {[...Map.groupBy(attention.needs, ({ kind }) => kind).values()].map((needs) => (
            <>
              {needs.map((need) => (
                <NeedRow need={need} {...row} />
              ))}
              <MoreNeeds needs={needs} {...row} />
            </>
          ))}
        </ul>
      )}
    </section>
  );
}

interface NeedProps {
  need: Need;
  root: string;
  sections: ReadonlySet<string>;
  now: Date;
}

function NeedRow({ need, root, sections, now }: NeedProps) {
  const { title, line, section, button } = needText(need);
  const list = `${root}/${section}`;
  const href = hasPages.includes(section) && need.id !== null ? `${list}/${need.id}` : list;
  return (
    <li>
      <div>
        <strong>{title}</strong>
        <span>
          {line}
          {need.at !== null && (
            <>
              {" · "}
              <time datetime={need.at.toISOString()}>{relativeText(need.at, now)}</time>
            </>
          )}
        </span>
      </div>
      {sections.has(list) && (
        <a class="quiet" href={href} aria-label={`${button}: ${title}`}>
          {button}
        </a>
      )}
    </li>
  );
}

/** How many of a kind are not listed, and where they are. */
function MoreNeeds({
  needs,
  root,
  sections,
}: { needs: readonly Need[] } & Omit<NeedProps, "need" | "now">) {
  const [need] = needs;
  const more = (need?.alike ?? 0) - needs.length;
  if (need === undefined || more <= 0) return null;
  const list = `${root}/${needText(need).section}`;
  const text = `Y ${counted(more, "caso más como este", "casos más como estos")}`;
  return (
    <li>
      <div>{text}</div>
      {sections.has(list) && (
        <a class="quiet" href={list} aria-label={`Ver la lista: ${text}`}>
          Ver la lista
        </a>
      )}
    </li>
  );
}

type StepsProps = Omit<Attention, "needs"> &
  Pick<HomeProps, "baseUrl"> &
  Pick<NeedProps, "root" | "sections">;

function FirstSteps({ hasConnections, hasKeys, baseUrl, root, sections }: StepsProps) {
  const link = (path: string, text: string) =>
    sections.has(`${root}/${path}`) ? <a href={`${root}/${path}`}>{text}</a> : text;
  return (
    <section class="box">
      <h2>Primeros pasos</h2>
      <ol>
        {!hasConnections && (
          <li>
            {link("conexiones", "Conecta tu primer sistema")}: un banco o la autoridad tributaria.
          </li>
        )}
        {!hasKeys && (
          <li>
            {link("claves", "Crea una clave")} para tu programa, o da la dirección MCP a tu agente.
          </li>
        )}
        <li>Haz la primera llamada:</li>
      </ol>
      <Copied
        label="Primera llamada"
        text={`curl -s ${new URL("/v1/tools/core.timestamp.now/execute", baseUrl).href} \\
  -H "authorization: Bearer $CONNECT_API_KEY" -H "content-type: application/json" \\
  -d '{"input":{}}'`}
      />
    </section>
  );
}
