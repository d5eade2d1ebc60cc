import { longDayText } from "#lib/chile/index.ts";
import { isOpenStatus, syncableOf } from "#lib/contract/index.ts";
import { BalanceChart } from "../../charts/balance-chart.tsx";
import { CoverageCalendar } from "../../charts/coverage-calendar.tsx";
import { credentialAdvice, credentialText, moduleHint } from "../../texts/connection-words.ts";
import { errorText } from "../../texts/errors.ts";
import { dayText, numberText, plainText } from "../../texts/words.ts";
import type { ConnectionProps } from "./connection-props.ts";
import { consentsPath } from "./consents-page.tsx";
import { ConnectionForms } from "./connection-forms.tsx";
import { companyRutText, connectionsPath, dateOf } from "./connections-page.tsx";
import { Live } from "../parts/live.tsx";
import { When } from "../parts/when.tsx";
import { Note, UnreadPart } from "../parts/parts.tsx";
import { Shell } from "../parts/shell.tsx";
import { SyncList, syncsPath } from "./syncs-page.tsx";

export function ConnectionPage(props: ConnectionProps) {
  const { nav, organizationId, connection, note } = props;
  // Null if unknown: then the page keeps polling until it is known.
  const isReading = props.syncs?.some(({ status }) => isOpenStatus(status)) ?? null;
  return (
    <Shell title={plainText(connection.nombre)} nav={nav}>
      <p class="kicker">
        <a href={connectionsPath(organizationId)}>Conexiones</a>
      </p>
      <h1>{plainText(connection.nombre)}</h1>
      {note}
      <Trouble {...props} />
      <Live id="lecturas" isFinal={isReading === false} says={readingText(isReading)} hasForms>
        <Readings {...props} />
      </Live>
      {props.isOwner && (
        <p>
          <a href={consentsPath(organizationId, connection.id)}>Lo que aceptó quien la conectó</a>
        </p>
      )}
      <ConnectionForms {...props} />
    </Shell>
  );
}

/** The part that changes during a sync. */
function Readings(props: ConnectionProps) {
  const { organizationId, connection, manifest, covered, syncs, now } = props;
  if (syncableOf(manifest.alcances).length === 0) {
    return (
      <>
        <Facts {...props} />
        <p>Nada de la cuenta se guarda aquí: cada llamada le pregunta al proveedor.</p>
      </>
    );
  }
  return (
    <>
      <Facts {...props} />
      <section class="part">
        <h2>Qué se ha leído</h2>
        {covered === null ? <UnreadPart /> : <Calendar {...props} covered={covered} />}
      </section>
      <Balances {...props} />
      <section class="part">
        <h2>Últimas sincronizaciones</h2>
        {syncs === null && <UnreadPart />}
        {syncs?.length === 0 && <p>Ninguna todavía.</p>}
        {syncs !== null && syncs.length > 0 && (
          <SyncList organizationId={organizationId} syncs={syncs} now={now} />
        )}
        <p>
          <a href={`${syncsPath(organizationId)}?conexion=${connection.id}`}>Ver todas</a>
        </p>
      </section>
    </>
  );
}

type CalendarProps = ConnectionProps & { covered: NonNullable<ConnectionProps["covered"]> };

function Calendar({ organizationId, connection, manifest, covered, current }: CalendarProps) {
  const modules = syncableOf(manifest.alcances).filter(({ id }) =>
    connection.alcances.includes(id),
  );
  return (
    <>
      {covered.length === 0 && (
        <p>
          <strong>Nunca leída.</strong> Sincroniza un mes para empezar.
        </p>
      )}
      {modules.length > 0 && (
        <CoverageCalendar
          modules={modules}
          covered={covered}
          current={current}
          syncHref={(jobId) => `${syncsPath(organizationId)}/${jobId}`}
          readHref={(periodo) => `?mes=${periodo}#leer`}
        />
      )}
    </>
  );
}

/** One line, for people who cannot see the calendar fill. */
function readingText(isReading: boolean | null): string {
  if (isReading === null) return "No sabemos si se está leyendo.";
  return isReading ? "Se está leyendo." : "Nada se está leyendo.";
}

/** What is wrong, since when, and what to do. */
function Trouble({ connection, use, syncs, organizationId }: ConnectionProps) {
  const { disabledAt, credencial, credencialActualizadaEn } = connection;
  if (disabledAt !== null) {
    return (
      <Note title={`Deshabilitada desde el ${dayText(disabledAt)}`} calm>
        <p>Nadie la lee ni la usa hasta que alguien la habilite. Sus datos siguen aquí.</p>
      </Note>
    );
  }
  if (use?.isPaused === true) {
    return (
      <Note title="En pausa: falta un pago" calm>
        <p>
          No se sincroniza ni se emite hasta que la organización se ponga al día. Lo leído se puede
          consultar. <a href={`/dashboard/${organizationId}/uso`}>Ver el plan</a>
        </p>
      </Note>
    );
  }
  const advice = credentialAdvice(credencial);
  if (advice === null) return <LastFailure syncs={syncs} organizationId={organizationId} />;
  const since = dateOf(credencialActualizadaEn);
  const { accesoHasta } = connection;
  const hasEnded = credencial === "expirada" && accesoHasta !== null;
  const from = since === null ? "" : ` desde el ${dayText(since)}`;
  const when = hasEnded ? ` el ${longDayText(accesoHasta)}` : from;
  return (
    <Note title={`${credentialText(credencial)}${when}`}>
      <p>{advice}</p>
    </Note>
  );
}

/** Why the last reading failed, until one succeeds. */
function LastFailure({ syncs, organizationId }: Pick<ConnectionProps, "syncs" | "organizationId">) {
  const last = syncs?.find(({ status }) => status === "succeeded" || status === "failed");
  if (last === undefined || last.lastError === null || last.status !== "failed") return null;
  const { title, advice } = errorText({ code: last.lastError, details: null });
  return (
    <Note title={`La última lectura falló: ${title}`} calm>
      <p>
        {advice} <a href={`${syncsPath(organizationId)}/${last.id}`}>Ver esa lectura</a>
      </p>
    </Note>
  );
}

function Facts({ connection, use, manifest, permissions, now }: ConnectionProps) {
  const allowed = permissions.filter(({ scope }) => connection.scopes.includes(scope));
  const since = dateOf(connection.credencialActualizadaEn);
  return (
    <dl class="facts">
      <dt>Sistema</dt>
      <dd>{manifest.name}</dd>
      <dt>Empresa</dt>
      <dd>
        {plainText(connection.razonSocial ?? "")} {companyRutText(connection.rut)}
      </dd>
      <dt>{manifest.autorizacion === undefined ? "Clave del portal" : "Permiso de la cuenta"}</dt>
      <dd>
        {credentialText(connection.credencial)}
        {since !== null && (
          <>
            , desde el <When at={since} now={now} />
          </>
        )}
      </dd>
      <dt>Se puede usar hasta</dt>
      <dd>
        {connection.accesoHasta === null
          ? "que quien la conectó lo corte"
          : `el ${longDayText(connection.accesoHasta)}`}
      </dd>
      {syncableOf(manifest.alcances).length > 0 && (
        <>
          <dt>Última lectura</dt>
          <dd>
            <When at={dateOf(connection.ultimaSincronizacionEn)} now={now} never="ninguna" />
          </dd>
          <dt>Próxima</dt>
          <dd>
            <When at={dateOf(connection.proximaSincronizacionEn)} now={now} never="no programada" />
          </dd>
        </>
      )}
      <dt>Llamadas este mes</dt>
      <dd>
        {use === null ? "no se pudo leer" : `${numberText(use.calls)} de ${numberText(use.quota)}`}
      </dd>
      <dt>Permite</dt>
      <dd>
        {allowed.length === 0 && "nada"}
        {allowed.map(({ scope, title }) => (
          <div>
            <code>{scope}</code> {title}
          </div>
        ))}
      </dd>
      <dt>Módulos</dt>
      <dd>
        {connection.alcances.length === 0 && "ninguno: no se lee nada"}
        {manifest.alcances
          .filter(({ id }) => connection.alcances.includes(id))
          .map((module) => (
            <div>
              {module.label} <span class="hint">{moduleHint(module)}</span>
            </div>
          ))}
      </dd>
      <dt>Id</dt>
      <dd>
        <code>{connection.id}</code>
      </dd>
    </dl>
  );
}

/** One chart for each account with snapshots; nobody compares more than these at a glance. */
const mostAccounts = 4;
const balancesTitle = "Saldos de los últimos 90 días";

function Balances({ balances, days }: ConnectionProps) {
  if (balances === null) {
    return (
      <section class="part">
        <h2>{balancesTitle}</h2>
        <UnreadPart />
      </section>
    );
  }
  const byAccount = [...Map.groupBy(balances, ({ account, moneda }) => `${account} ${moneda}`)];
  if (byAccount.length === 0) return null;
  return (
    <section class="part">
      <h2>{balancesTitle}</h2>
      {byAccount.slice(0, mostAccounts).map(([, steps]) => (
        <>
          <h3>{`Cuenta ${plainText(steps[0]?.account ?? "")}`}</h3>
          <BalanceChart
            account={plainText(steps[0]?.account ?? "")}
            moneda={steps[0]?.moneda ?? ""}
            steps={steps}
            from={days.from}
            to={days.to}
          />
        </>
      ))}
      {byAccount.length > mostAccounts && (
        <p class="hint">{`Y ${byAccount.length - mostAccounts} cuentas más: pídelas con saldos.consultar.`}</p>
      )}
    </section>
  );
}
