import type { CallDays } from "#lib/audit/index.ts";
import type { Usage } from "#lib/limits/index.ts";
import type { SyncDay } from "#lib/sync/index.ts";
import { CallsPerDay } from "../../charts/calls-per-day.tsx";
import type { Nav } from "../../request/page-request.ts";
import { billingText, planText } from "../../texts/usage.ts";
import { actorKindText } from "../../texts/audit.ts";
import { monthText } from "../../texts/connection-words.ts";
import { plainText, stampText } from "../../texts/words.ts";
import { Empty, List } from "../parts/list.tsx";
import { Contact, Note, UnreadPart } from "../parts/parts.tsx";
import { Shell } from "../parts/shell.tsx";

interface UsageProps {
  nav: Nav;
  /** Null, like the three fields after it, if it could not be read. */
  usage: Usage | null;
  calls: CallDays | null;
  syncs: readonly SyncDay[] | null;
  /** Names of actors by id. */
  names: ReadonlyMap<string, string> | null;
  /** Names of systems by id. */
  systems: ReadonlyMap<string, string>;
  /** Where an owner changes the plan; null if not configured. */
  billingUrl: string | null;
  contact: string;
  isOwner: boolean;
}

export function UsagePage(props: UsageProps) {
  const { nav, calls, syncs } = props;
  return (
    <Shell title="Uso" nav={nav}>
      <h1>Uso</h1>
      <Plan {...props} />
      <section class="part">
        <h2>Llamadas por día</h2>
        {calls === null ? <UnreadPart /> : <CallsPerDay days={calls.days} />}
        {calls !== null && calls.countedAt !== null && (
          <p class="hint">
            Contadas hasta{" "}
            <time datetime={calls.countedAt.toISOString()}>{stampText(calls.countedAt)}</time>.
          </p>
        )}
      </section>
      <ByConnection {...props} />
      <ByActor {...props} />
      <ByTool {...props} />
      <section class="part">
        <h2>Sincronizaciones por día</h2>
        {syncs === null ? <UnreadPart /> : <SyncsPerDay days={syncs} />}
      </section>
    </Shell>
  );
}

function SyncsPerDay({ days }: { days: readonly SyncDay[] }) {
  return (
    <List
      caption="De los últimos siete días"
      rows={days}
      next={null}
      first={null}
      columns={[
        { head: "Día", cell: ({ day }) => <time datetime={day}>{day}</time> },
        { head: "Bien", cell: ({ succeeded }) => figure(succeeded), number: true },
        { head: "Fallidas", cell: ({ failed }) => figure(failed), number: true },
        { head: "En espera o canceladas", cell: ({ others }) => figure(others), number: true },
      ]}
    />
  );
}

function Plan({ usage, billingUrl, contact, isOwner }: UsageProps) {
  if (usage === null) return <UnreadPart />;
  const billing = billingText(usage.billing);
  return (
    <>
      {billing.paused !== null && (
        <Note title={billing.text}>
          <p>{billing.paused}</p>
        </Note>
      )}
      <dl class="facts">
        <dt>Plan</dt>
        <dd>{planText(usage.plan)}</dd>
        <dt>Pago</dt>
        <dd>{billing.text}</dd>
        <dt>Llamadas de cada conexión al mes</dt>
        <dd>
          {figure(usage.quota)}
          {usage.nextQuota !== usage.quota && ` (${figure(usage.nextQuota)} desde el próximo mes)`}
        </dd>
      </dl>
      {billingUrl !== null && isOwner ? (
        <p>
          <a class="button plain" href={billingUrl}>
            Cambiar el plan o pagar
          </a>
        </p>
      ) : (
        <p class="hint">
          {isOwner ? (
            <>
              Para cambiar el plan o pagar, comunícate con quien opera el servicio:{" "}
              <Contact contact={contact} />
            </>
          ) : (
            "El plan lo cambia un dueño de la organización."
          )}
        </p>
      )}
    </>
  );
}

/** Without this text a missing block would look like an empty one. */
function Unread({ title }: { title: string }) {
  return (
    <section class="part">
      <h2>{title}</h2>
      <UnreadPart />
    </section>
  );
}

function ByConnection({ usage, systems }: UsageProps) {
  if (usage === null) return <Unread title="Por conexión" />;
  const { connections, periodo, quota } = usage;
  return (
    <section class="part">
      <h2>Por conexión</h2>
      {connections.length === 0 ? (
        <Empty title="Ninguna conexión todavía" />
      ) : (
        <List
          caption={`Llamadas de ${monthText(periodo)}, y qué parte del plan usan`}
          rows={connections.slice(0, mostShown)}
          next={null}
          first={null}
          columns={[
            { head: "Conexión", free: true, cell: ({ nombre }) => plainText(nombre) },
            { head: "Sistema", cell: ({ connector }) => systems.get(connector) ?? connector },
            { head: "Llamadas", cell: ({ calls }) => figure(calls), number: true },
            {
              head: "Del plan",
              cell: ({ calls }) => <Share calls={calls} quota={quota} />,
              number: true,
            },
          ]}
        />
      )}
      {connections.length > mostShown && (
        <p class="hint">{`Son las ${mostShown} que más se usan, de ${connections.length}.`}</p>
      )}
    </section>
  );
}

const mostShown = 50;

/** The share from which somebody should pay attention. */
const muchOfQuota = 0.8;

function Share({ calls, quota }: { calls: number; quota: number }) {
  const share = calls / quota;
  const text = `${Math.floor(share * 100)} %`;
  if (share < muchOfQuota) return <>{text}</>;
  return <span class="tag bad">{share < 1 ? `${text}, queda poco` : `${text}, se acabó`}</span>;
}

function ByActor({ calls, names }: UsageProps) {
  if (calls === null || names === null) return <Unread title="Por clave y aplicación" />;
  const { byActor } = calls;
  if (byActor.length === 0) return null;
  return (
    <section class="part">
      <h2>Por clave y aplicación</h2>
      <List
        caption="De los últimos 30 días, las que más llaman"
        rows={byActor}
        next={null}
        first={null}
        columns={[
          {
            head: "Quién",
            free: true,
            cell: ({ actorId, actorKind }) => (
              <>
                {plainText(names.get(actorId) ?? actorId)}{" "}
                <span class="ago">{actorKindText(actorKind)}</span>
              </>
            ),
          },
          ...sums<CallDays["byActor"][number]>(),
        ]}
      />
    </section>
  );
}

function ByTool({ calls }: UsageProps) {
  if (calls === null) return <Unread title="Por herramienta" />;
  const { byOperation } = calls;
  if (byOperation.length === 0) return null;
  return (
    <section class="part">
      <h2>Por herramienta</h2>
      <List
        caption="De los últimos 30 días, las más usadas"
        rows={byOperation}
        next={null}
        first={null}
        columns={[
          { head: "Herramienta", cell: ({ operation }) => <code>{plainText(operation)}</code> },
          ...sums<CallDays["byOperation"][number]>(),
        ]}
      />
    </section>
  );
}

interface Sums {
  ok: number;
  refused: number;
  failed: number;
}

const sums = <R extends Sums>() => [
  { head: "Bien", cell: ({ ok }: R) => figure(ok), number: true },
  { head: "Rechazadas", cell: ({ refused }: R) => figure(refused), number: true },
  { head: "Fallidas", cell: ({ failed }: R) => figure(failed), number: true },
];

function figure(value: number): string {
  return value.toLocaleString("es-CL");
}
