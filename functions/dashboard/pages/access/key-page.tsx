import type { Child } from "hono/jsx";
import type { Key } from "#lib/identity/index.ts";
import type { Nav } from "../../request/page-request.ts";
import { differenceOf, keyStateText } from "../../texts/keys.ts";
import type { OfferedConnections } from "../../texts/offered-connections.ts";
import { limitText, type systemsOf } from "../../texts/permissions.ts";
import { plainText } from "../../texts/words.ts";
import { keyPath, keysPath, Scopes } from "./keys-page.tsx";
import { Form, Submit } from "../parts/parts.tsx";
import {
  ConnectionLimitTicks,
  ConnectionSearch,
  PermissionTicks,
} from "../parts/permission-ticks.tsx";
import { Shell } from "../parts/shell.tsx";
import { TypedConfirm } from "../parts/typed-confirm.tsx";
import { When } from "../parts/when.tsx";

interface KeyProps {
  nav: Nav;
  organizationId: string;
  itsKey: Key;
  calls: number;
  /** Names of connections by id. */
  connections: ReadonlyMap<string, string>;
  /** The connections that the form offers, and the search text. */
  offered: OfferedConnections;
  wanted: string;
  /** The scopes it may be given; null for people who may not change it. */
  systems: ReturnType<typeof systemsOf> | null;
  seal(path: string): string;
  now: Date;
  isMistyped?: boolean;
  note?: Child;
}

export function KeyPage(props: KeyProps) {
  const { nav, organizationId, itsKey, systems, seal, isMistyped = false, note } = props;
  const path = keyPath(organizationId, itsKey);
  const name = plainText(itsKey.name);
  return (
    <Shell title={`Clave ${name}`} nav={nav}>
      <p class="kicker">
        <a href={keysPath(organizationId)}>Claves</a>
      </p>
      <h1>{name}</h1>
      {note}
      <Facts {...props} />
      {systems !== null && itsKey.state === "live" && (
        <>
          <section class="part">
            <h2>Cambiar lo que puede</h2>
            <p class="hint">Antes de guardar verás qué gana y qué pierde.</p>
            <form method="get" action={`${path}/permisos`}>
              <PermissionTicks systems={systems} ticked={itsKey.scopes} />
              <Submit>Ver la diferencia</Submit>
            </form>
          </section>
          <KeyConnections {...props} path={path} />
          <section class="part">
            <h2>Revocar la clave</h2>
            <p>
              Vale desde la próxima llamada y no se puede deshacer. También se anulan los enlaces
              que pidió y las preparaciones que dejó abiertas.
            </p>
            <TypedConfirm
              action={`${path}/revocar`}
              seal={seal(`${path}/revocar`)}
              word={name}
              label="Revocar la clave"
              isWrong={isMistyped}
            />
          </section>
        </>
      )}
    </Shell>
  );
}

function Facts({ itsKey, calls, connections, now }: KeyProps) {
  const { id, hint, scopes, maker, createdAt, lastUsedAt, expiresAt, revokedAt, state } = itsKey;
  return (
    <dl class="facts">
      <dt>Estado</dt>
      <dd>
        <span class={state === "live" ? "tag good" : "tag"}>{keyStateText(state)}</span>
        {revokedAt !== null && <When at={revokedAt} />}
      </dd>
      <dt>Termina en</dt>
      <dd>
        <code>…{hint}</code>
      </dd>
      <dt>Puede</dt>
      <dd>
        <Scopes scopes={scopes} />
      </dd>
      <dt>Conexiones</dt>
      <dd>{limitText(itsKey.connections, connections)}</dd>
      <dt>La creó</dt>
      <dd>
        {maker === null ? "el operador" : plainText(maker.name ?? "alguien que ya no participa")},{" "}
        <When at={createdAt} />
      </dd>
      <dt>Último uso</dt>
      <dd>
        <When at={lastUsedAt} now={now} />
      </dd>
      <dt>Llamadas en 30 días</dt>
      <dd>{calls.toLocaleString("es-CL")}</dd>
      <dt>Vence</dt>
      <dd>
        <When at={expiresAt} never="no vence" now={now} />
      </dd>
      <dt>Identificador</dt>
      <dd>
        <code>{id}</code>
      </dd>
    </dl>
  );
}

function KeyConnections({ itsKey, offered, wanted, seal, path }: KeyProps & { path: string }) {
  return (
    <section class="part" id="conexiones">
      <h2>Cambiar con qué conexiones</h2>
      <p class="hint">Limitada a algunas, no crea conexiones nuevas ni ve las demás.</p>
      {offered.isPart && <ConnectionSearch action={path} wanted={wanted} />}
      <Form
        action={`${path}/conexiones`}
        seal={seal(`${path}/conexiones`)}
        version={itsKey.version}
      >
        <ConnectionLimitTicks offered={offered} limit={itsKey.connections} />
        <Submit>Guardar las conexiones</Submit>
      </Form>
    </section>
  );
}

interface DifferenceProps {
  nav: Nav;
  organizationId: string;
  itsKey: Key;
  wanted: readonly string[];
  seal(path: string): string;
}

/** What a change grants and removes, shown before it is made. */
export function KeyDifferencePage(props: DifferenceProps) {
  const { nav, organizationId, itsKey, wanted, seal } = props;
  const path = keyPath(organizationId, itsKey);
  const name = plainText(itsKey.name);
  const { added, removed } = differenceOf(itsKey.scopes, wanted);
  return (
    <Shell title={`Cambiar ${name}`} nav={nav}>
      <p class="kicker">
        <a href={path}>{name}</a>
      </p>
      <h1>Lo que cambia</h1>
      {added.length + removed.length === 0 ? (
        <p class="lead">Nada: es lo que la clave ya puede.</p>
      ) : (
        <>
          <dl class="facts">
            <dt>Gana</dt>
            <dd>{added.length === 0 ? "nada" : <Scopes scopes={added} />}</dd>
            <dt>Pierde</dt>
            <dd>{removed.length === 0 ? "nada" : <Scopes scopes={removed} />}</dd>
            <dt>Queda con</dt>
            <dd>
              <Scopes scopes={wanted} />
            </dd>
          </dl>
          <p>Vale desde la próxima llamada.</p>
          <Form
            action={`${path}/permisos`}
            seal={seal(`${path}/permisos`)}
            version={itsKey.version}
          >
            {wanted.map((scope) => (
              <input type="hidden" name="permiso" value={scope} />
            ))}
            <Submit>Guardar</Submit>
          </Form>
        </>
      )}
      <p>
        <a href={path}>Volver sin cambiar nada</a>
      </p>
    </Shell>
  );
}
