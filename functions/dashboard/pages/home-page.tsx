import type { CallDay } from "#lib/audit/index.ts";
import type { Need } from "#lib/attention/index.ts";
import { CallsPerDay } from "../charts/calls-per-day.tsx";
import type { Nav } from "../frame/page-request.ts";
import { hasPages, needText } from "../texts/needs.ts";
import { relativeText } from "../texts/words.ts";
import { Copied } from "./secret-page.tsx";
import { Shell } from "./shell.tsx";

interface HomeProps {
  nav: Nav;
  organization: { id: string; name: string };
  needs: readonly Need[];
  hasConnections: boolean;
  hasKeys: boolean;
  callDays: readonly CallDay[];
  /** Of the service, for a first call. */
  baseUrl: string;
  now: Date;
}

/** What somebody who is called at night sees first: what waits for a person. */
export function HomePage(props: HomeProps) {
  const { nav, organization, needs, hasConnections, hasKeys } = props;
  const root = `/dashboard/${organization.id}`;
  const sections = new Set(nav.organization?.sections.map(({ href }) => href));
  return (
    <Shell title={organization.name} nav={nav}>
      <h1>{organization.name}</h1>
      {needs.length > 0 && (
        <section aria-labelledby="espera">
          <h2 id="espera">Lo que necesita a una persona</h2>
          <ul class="rows needs">
            {needs.map((need) => (
              <NeedRow need={need} root={root} sections={sections} now={props.now} />
            ))}
          </ul>
        </section>
      )}
      {needs.length === 0 && hasConnections && (
        <p class="done">Todo anda: nada necesita a una persona.</p>
      )}
      {(!hasConnections || !hasKeys) && <FirstSteps {...props} sections={sections} root={root} />}
      {hasConnections && (
        <section class="part">
          <h2>Llamadas</h2>
          <CallsPerDay days={props.callDays} />
        </section>
      )}
    </Shell>
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

type StepsProps = Pick<HomeProps, "hasConnections" | "hasKeys" | "baseUrl"> & {
  root: string;
  sections: ReadonlySet<string>;
};

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
  -H "authorization: Bearer $CONNECT_KEY" -H "content-type: application/json" \\
  -d '{"input":{}}'`}
      />
    </section>
  );
}
