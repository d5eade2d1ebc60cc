import { longestUrl } from "#lib/egress/index.ts";
import { plansWith } from "#lib/identity/index.ts";
import { sentTypes, type Endpoint } from "#lib/webhooks/index.ts";
import type { Nav } from "../../request/page-request.ts";
import { endpointState, eventText, isOfDeleted } from "../../texts/webhook-words.ts";
import { choicesOf } from "../../texts/offered-connections.ts";
import { plainText } from "../../texts/words.ts";
import { Empty, List, PastList } from "../parts/list.tsx";
import { When } from "../parts/when.tsx";
import { Field, Form, Note, Select, Submit, Tick } from "../parts/parts.tsx";
import { Shell } from "../parts/shell.tsx";

export const webhooksPath = (organizationId: string): string =>
  `/dashboard/${organizationId}/webhooks`;
/** Where a new endpoint is sent: below the list's path, and never an endpoint's id. */
export const newWebhookPath = (organizationId: string): string =>
  `${webhooksPath(organizationId)}/nuevo`;

interface WebhooksProps {
  nav: Nav | null;
  organizationId: string;
  endpoints: readonly Endpoint[];
  /** The next page of the list, and the first one if this is another. */
  next: string | null;
  first: string | null;
  connections: ReadonlyMap<string, string>;
  now: Date;
  /** The organization's plan has no webhooks. */
  lacksPlan: boolean;
  /** Null for people who may not. */
  createSeal: string | null;
  /** Why the new one was not made. */
  problem?: { title: string; text: string; field: boolean } | undefined;
}

export function WebhooksPage(props: WebhooksProps) {
  const { nav, organizationId, endpoints, connections, now, createSeal, problem } = props;
  const nameOf = ({ connectionId }: Endpoint): string | null =>
    connectionId === null ? null : (connections.get(connectionId) ?? null);
  return (
    <Shell title="Webhooks" nav={nav}>
      <h1>Webhooks</h1>
      <p class="lead">
        Direcciones a las que avisamos que algo pasó. Un aviso nunca es el dato: el estado se
        pregunta a la API. Horas de Santiago.
      </p>
      {problem !== undefined && (
        <Note title={problem.title}>
          <p>{problem.text}</p>
        </Note>
      )}
      {props.lacksPlan && <WithoutPlan organizationId={organizationId} />}
      {createSeal !== null && (
        <PastList rows={endpoints} to="crear">
          Crear un webhook
        </PastList>
      )}
      {endpoints.length === 0 && props.first === null ? (
        <Empty title="Ningún webhook todavía">
          <p>
            {createSeal === null
              ? "Los crea un dueño o administrador."
              : "Crea uno, guarda su secreto en tu receptor y envíale una prueba."}
          </p>
        </Empty>
      ) : (
        <List
          caption="Webhooks de la organización"
          rows={endpoints}
          next={props.next}
          first={props.first}
          columns={[
            {
              head: "Dirección",
              cell: ({ id, url }) => (
                <a href={`${webhooksPath(organizationId)}/${id}`}>{plainText(url)}</a>
              ),
            },
            { head: "Eventos", free: true, cell: ({ eventTypes }) => eventsText(eventTypes) },
            {
              head: "Conexión",
              free: true,
              cell: (endpoint) =>
                isOfDeleted(endpoint, nameOf(endpoint))
                  ? "eliminada"
                  : plainText(nameOf(endpoint) ?? "todas"),
            },
            {
              head: "Estado",
              cell: (endpoint) => (
                <span class={endpoint.enabled ? "tag good" : "tag"}>
                  {endpointState(endpoint, nameOf(endpoint))}
                </span>
              ),
            },
            {
              head: "Último éxito",
              cell: ({ lastSuccessAt }) => (
                <When at={lastSuccessAt} now={now} never="todavía ninguno" />
              ),
            },
          ]}
        />
      )}
      {createSeal !== null && (
        <section class="part" id="crear">
          <h2>Crear un webhook</h2>
          <Form action={newWebhookPath(organizationId)} seal={createSeal}>
            <Field
              name="url"
              label="Dirección"
              type="url"
              hint="https, con un nombre o una dirección pública"
              problem={problem?.field === true ? problem.text : null}
              maxlength={longestUrl}
            />
            <EventTicks chosen={[]} />
            <Select
              name="conexion"
              label="De qué conexión"
              options={[{ value: "", label: "De todas" }, ...choicesOf(connections)]}
            />
            <Submit>Crear y ver su secreto</Submit>
          </Form>
        </section>
      )}
    </Shell>
  );
}

/** An endpoint of an earlier plan stays enabled, and its events are not kept for later. */
export function WithoutPlan({ organizationId }: { organizationId: string }) {
  return (
    <Note title="Tu plan no tiene webhooks" calm>
      <p>
        Los planes con webhooks son {plansWith("webhooks").join(" y ")}. Lo que pase mientras tanto
        no se envía ni se recupera solo.{" "}
        <a href={`/dashboard/${organizationId}/uso`}>Ver el plan</a>
      </p>
    </Note>
  );
}

/** A type that nothing sends any more is offered only where it was chosen. */
export function EventTicks({ chosen }: { chosen: readonly string[] }) {
  return (
    <fieldset>
      <legend>Qué eventos</legend>
      <p class="hint">Sin marcar ninguno: todos, también los que vengan.</p>
      {[...new Set<string>([...sentTypes, ...chosen])].map((type) => (
        <Tick name="evento" value={type} checked={chosen.includes(type)}>
          <code>{type}</code>
          <span class="hint">{eventText(type)}</span>
        </Tick>
      ))}
    </fieldset>
  );
}

export function eventsText(types: readonly string[]): string {
  return types.length === 0 ? "todos, también los que vengan" : types.join(", ");
}
