import type { Child } from "hono/jsx";
import { longestUrl } from "#lib/egress/index.ts";
import { hourMs } from "#lib/kernel/clock.ts";
import {
  bothSecretsMs,
  failureText,
  mostCounted,
  type Endpoint,
  type EndpointHealth,
} from "#lib/webhooks/index.ts";
import { DeliveryHealth } from "../../charts/delivery-health.tsx";
import type { Nav } from "../../request/page-request.ts";
import { endpointState, isOfDeleted, deletedText } from "../../texts/webhook-words.ts";
import { dayText, plainText } from "../../texts/words.ts";
import { deliveriesPath } from "./deliveries-page.tsx";
import { When } from "../parts/when.tsx";
import { Field, Form, Note, Submit, UnreadPart } from "../parts/parts.tsx";
import { Shell } from "../parts/shell.tsx";
import { WithoutPlan, EventTicks, eventsText, webhooksPath } from "./webhooks-page.tsx";

interface Waiting {
  count: number;
  oldest: Date | null;
}

interface WebhookProps {
  nav: Nav | null;
  organizationId: string;
  endpoint: Endpoint;
  /** The connection it is limited to, without a name if deleted. Null, like the two after it, if unreadable. */
  connection: { name: string | null } | null;
  health: EndpointHealth | null;
  waiting: Waiting | null;
  now: Date;
  /** The organization's plan has no webhooks. */
  lacksPlan: boolean;
  /** Null for people who may only look. */
  seal: ((path: string) => string) | null;
  note?: Child;
}

export function WebhookPage(props: WebhookProps) {
  const { nav, organizationId, endpoint, health, waiting, now, seal, note } = props;
  const path = `${webhooksPath(organizationId)}/${endpoint.id}`;
  // If the connection could not be read, do not say that it is gone.
  const name = props.connection === null ? "no se pudo leer" : props.connection.name;
  const ofDeleted = isOfDeleted(endpoint, name);
  return (
    <Shell title={`Webhook ${plainText(endpoint.url)}`} nav={nav}>
      <p class="kicker">
        <a href={webhooksPath(organizationId)}>Webhooks</a>
      </p>
      <h1>{plainText(endpoint.url)}</h1>
      {note}
      {props.lacksPlan && <WithoutPlan organizationId={organizationId} />}
      {ofDeleted && <OfDeleted endpoint={endpoint} />}
      {!ofDeleted && !endpoint.enabled && (
        <Disabled endpoint={endpoint} missed={`${path}/recuperar`} />
      )}
      <dl class="facts">
        <dt>Estado</dt>
        <dd>{endpointState(endpoint, name)}</dd>
        <dt>Eventos</dt>
        <dd>{eventsText(endpoint.eventTypes)}</dd>
        <dt>Conexión</dt>
        <dd>{plainText(endpoint.connectionId === null ? "todas" : (name ?? "eliminada"))}</dd>
        <dt>Último éxito</dt>
        <dd>
          <When at={endpoint.lastSuccessAt} now={now} never="todavía ninguno" />
        </dd>
        <dt>Fallas seguidas</dt>
        <dd>{endpoint.consecutiveFailures}</dd>
        <dt>Por enviar</dt>
        <dd>{waiting === null ? "no se pudo leer" : <Backlog waiting={waiting} now={now} />}</dd>
        <dt>Secreto</dt>
        <dd>{secretsText(endpoint, now)}</dd>
        <dt>Creado</dt>
        <dd>
          <When at={endpoint.createdAt} now={now} />
        </dd>
        <dt>Id</dt>
        <dd>
          <code>{endpoint.id}</code>
        </dd>
      </dl>
      <section class="part">
        <h2>Salud de las entregas, últimas 24 horas</h2>
        {health === null ? <UnreadPart /> : <DeliveryHealth health={health} />}
        <p>
          <a href={`${deliveriesPath(organizationId)}?webhook=${endpoint.id}`}>Ver sus entregas</a>
        </p>
        <p>
          <a href={`${path}/recuperar`}>Ver lo que no le llegó</a>
        </p>
      </section>
      {seal !== null && <Acts endpoint={endpoint} ofDeleted={ofDeleted} path={path} seal={seal} />}
    </Shell>
  );
}

export function OfDeleted({ endpoint: { disabledAt } }: { endpoint: Endpoint }) {
  const since = disabledAt === null ? "" : ` desde el ${dayText(disabledAt)}`;
  return (
    <Note title={`Deshabilitado${since}`} calm>
      <p>{deletedText}: no pasará nada más de lo que avisarle.</p>
    </Note>
  );
}

function Backlog({ waiting: { count, oldest }, now }: { waiting: Waiting; now: Date }) {
  return (
    <>
      {count === mostCounted ? `${mostCounted} o más` : count}
      {oldest !== null && (
        <>
          , la más antigua desde el <When at={oldest} now={now} />
        </>
      )}
    </>
  );
}

function Disabled({ endpoint, missed }: { endpoint: Endpoint; missed: string }) {
  const { disabledReason, disabledDetail, disabledAt } = endpoint;
  const since = disabledAt === null ? "" : ` desde el ${dayText(disabledAt)}`;
  if (disabledReason === "manual") {
    return (
      <Note title={`En pausa${since}`} calm>
        <p>Alguien lo pausó. Lo que pasa mientras tanto no se envía.</p>
      </Note>
    );
  }
  const reason = disabledDetail === null ? "" : ` La última: ${failureText(disabledDetail)}.`;
  return (
    <Note title={`Deshabilitado${since}`}>
      <p>
        Cinco entregas seguidas fallaron del todo.{reason} Corrige el receptor, habilítalo y
        recupera <a href={missed}>lo que no le llegó</a>.
      </p>
    </Note>
  );
}

function secretsText({ previousSecretUntil: until }: Endpoint, now: Date): string {
  if (until === null || until <= now) return "uno solo, sin fecha de término";
  return `dos: el anterior firma también hasta el ${dayText(until)}`;
}

interface ActsProps {
  endpoint: Endpoint;
  /** Nobody can enable it any more. */
  ofDeleted: boolean;
  path: string;
  seal(path: string): string;
}

function Acts({ endpoint, ofDeleted, path, seal }: ActsProps) {
  const form = (act: string) => ({ action: `${path}/${act}`, seal: seal(`${path}/${act}`) });
  return (
    <>
      {endpoint.enabled && (
        <>
          <section class="part">
            <h2>Enviar una prueba</h2>
            <p>Un evento «webhook.test», solo a esta dirección. Una por minuto.</p>
            <Form {...form("probar")}>
              <Submit>Enviar una prueba</Submit>
            </Form>
          </section>
          <section class="part">
            <h2>Recuperar un evento</h2>
            <p>
              Envía un evento que ya pasó, con su mismo id, contenido y fecha. Si ya se le envió, no
              se repite.
            </p>
            <Form {...form("recuperar")}>
              <Field name="evento" label="Id del evento" hint="whev_…" maxlength={40} />
              <Submit>Recuperar</Submit>
            </Form>
          </section>
          <section class="part">
            <h2>Pausar</h2>
            <p>
              Lo que pase durante la pausa no se envía ni se recupera solo. Lo que ya está en cola
              sigue.
            </p>
            <Form {...form("pausar")} version={endpoint.version}>
              <Submit kind="button plain">Pausar</Submit>
            </Form>
          </section>
        </>
      )}
      {!endpoint.enabled && !ofDeleted && (
        <section class="part">
          <h2>Habilitar</h2>
          <p>Recibe lo que pase desde ahora. Lo de antes se recupera evento por evento.</p>
          <Form {...form("habilitar")} version={endpoint.version}>
            <Submit>Habilitar</Submit>
          </Form>
        </section>
      )}
      <section class="part">
        <h2>Editar</h2>
        <Form action={path} seal={seal(path)} version={endpoint.version}>
          <Field
            name="url"
            label="Dirección"
            type="url"
            value={endpoint.url}
            maxlength={longestUrl}
          />
          <EventTicks chosen={endpoint.eventTypes} />
          <Submit>Guardar</Submit>
        </Form>
      </section>
      <section class="part">
        <h2>Cambiar el secreto</h2>
        <p>
          El nuevo se muestra una vez. Durante {bothSecretsMs / hourMs} horas cada entrega lleva la
          firma de los dos.
        </p>
        <Form {...form("secreto")}>
          <Submit kind="button danger">Cambiar el secreto</Submit>
        </Form>
      </section>
    </>
  );
}
