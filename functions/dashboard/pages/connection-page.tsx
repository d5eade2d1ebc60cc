import type { ConnectionDetail } from "#lib/connections/index.ts";
import { BalanceChart } from "../charts/balance-chart.tsx";
import { CoverageCalendar } from "../charts/coverage-calendar.tsx";
import { credentialAdvice, credentialText } from "../texts/connection-words.ts";
import { dayText, plainText } from "../texts/words.ts";
import type { ConnectionProps } from "./connection-props.ts";
import { ConnectionForms } from "./connection-forms.tsx";
import { connectionsPath, dateOf, rutText } from "./connections-page.tsx";
import { When } from "./when.tsx";
import { Note } from "./parts.tsx";
import { Shell } from "./shell.tsx";
import { SyncList, syncsPath } from "./syncs-page.tsx";

export function ConnectionPage(props: ConnectionProps) {
  const { nav, organizationId, connection, manifest, covered, now, note } = props;
  const modules = manifest.alcances.filter(({ id }) => connection.alcances.includes(id));
  return (
    <Shell title={plainText(connection.nombre)} nav={nav}>
      <p class="kicker">
        <a href={connectionsPath(organizationId)}>Conexiones</a>
      </p>
      <h1>{plainText(connection.nombre)}</h1>
      {note}
      <Trouble connection={connection} />
      <Facts connection={connection} manifest={manifest} now={now} />
      <section class="part">
        <h2>Qué se ha leído</h2>
        {covered.length === 0 && (
          <p>
            <strong>Nunca leída.</strong> Sincroniza un mes para empezar.
          </p>
        )}
        {modules.length > 0 && (
          <CoverageCalendar
            modules={modules}
            covered={covered}
            current={props.current}
            syncHref={(jobId) => `${syncsPath(organizationId)}/${jobId}`}
            readHref={(periodo) => `?mes=${periodo}#leer`}
          />
        )}
      </section>
      <Balances {...props} />
      <section class="part">
        <h2>Últimas sincronizaciones</h2>
        {props.syncs.length === 0 ? (
          <p>Ninguna todavía.</p>
        ) : (
          <SyncList organizationId={organizationId} syncs={props.syncs} now={now} />
        )}
        <p>
          <a href={`${syncsPath(organizationId)}?conexion=${connection.id}`}>Ver todas</a>
        </p>
      </section>
      <ConnectionForms {...props} />
    </Shell>
  );
}

/** What is wrong, since when, and what to do. */
function Trouble({ connection }: { connection: ConnectionDetail }) {
  const { disabledAt, credencial, credencialActualizadaEn } = connection;
  if (disabledAt !== null) {
    return (
      <Note title={`Deshabilitada desde el ${dayText(disabledAt)}`} calm>
        <p>Nadie la lee ni la usa hasta que alguien la habilite. Sus datos siguen aquí.</p>
      </Note>
    );
  }
  const advice = credentialAdvice(credencial);
  if (advice === null) return null;
  const since = dateOf(credencialActualizadaEn);
  const when = since === null ? "" : ` desde el ${dayText(since)}`;
  return (
    <Note title={`${credentialText(credencial)}${when}`}>
      <p>{advice}</p>
    </Note>
  );
}

function Facts({
  connection,
  manifest,
  now,
}: Pick<ConnectionProps, "connection" | "manifest" | "now">) {
  const since = dateOf(connection.credencialActualizadaEn);
  return (
    <dl class="facts">
      <dt>Sistema</dt>
      <dd>{manifest.name}</dd>
      <dt>Empresa</dt>
      <dd>
        {plainText(connection.razonSocial ?? "")} {rutText(connection.rut)}
      </dd>
      <dt>Clave del portal</dt>
      <dd>
        {credentialText(connection.credencial)}
        {since !== null && (
          <>
            , desde el <When at={since} now={now} />
          </>
        )}
      </dd>
      <dt>Última lectura</dt>
      <dd>
        <When at={dateOf(connection.ultimaSincronizacionEn)} now={now} never="ninguna" />
      </dd>
      <dt>Próxima</dt>
      <dd>
        <When at={dateOf(connection.proximaSincronizacionEn)} now={now} never="no programada" />
      </dd>
      <dt>Llamadas este mes</dt>
      <dd>{`${whole.format(connection.used.calls)} de ${whole.format(connection.used.quota)}`}</dd>
      <dt>Permite</dt>
      <dd>
        {connection.scopes.length === 0
          ? "nada"
          : connection.scopes.map((scope) => <code>{scope}</code>)}
      </dd>
      <dt>Id</dt>
      <dd>
        <code>{connection.id}</code>
      </dd>
    </dl>
  );
}

const whole = new Intl.NumberFormat("es-CL");

/** Of the accounts with snapshots, one picture each; more than these nobody compares at a glance. */
const mostAccounts = 4;

function Balances({ balances, days }: ConnectionProps) {
  const byAccount = [...Map.groupBy(balances, ({ account, moneda }) => `${account} ${moneda}`)];
  if (byAccount.length === 0) return null;
  return (
    <section class="part">
      <h2>Saldos de los últimos 90 días</h2>
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
