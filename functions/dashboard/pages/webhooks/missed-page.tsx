import type { Child } from "hono/jsx";
import type { Endpoint, MissedEvent } from "#lib/webhooks/index.ts";
import type { Nav } from "../../request/page-request.ts";
import { eventText } from "../../texts/webhook-words.ts";
import { plainText } from "../../texts/words.ts";
import { deliveriesPath, eventPath } from "./deliveries-page.tsx";
import { Empty, List } from "../parts/list.tsx";
import { Form, Note } from "../parts/parts.tsx";
import { Shell } from "../parts/shell.tsx";
import { OfDeleted } from "./webhook-page.tsx";
import { webhooksPath } from "./webhooks-page.tsx";
import { When } from "../parts/when.tsx";

/** Forms of the list of missed events are sent here, so that they return to it. */
export const missedPath = (organizationId: string, endpointId: string): string =>
  `${webhooksPath(organizationId)}/${endpointId}/recuperar`;
export const fromListField = "lista";

interface MissedProps {
  nav: Nav | null;
  organizationId: string;
  endpoint: Endpoint;
  /** Whether the connection that it is limited to is deleted. */
  ofDeleted: boolean;
  missed: readonly MissedEvent[];
  next: string | null;
  first: string | null;
  now: Date;
  /** Null for people who may only look. */
  seal: ((path: string) => string) | null;
  note?: Child;
}

/** What somebody checks in the morning: each event that did not arrive, with its button. */
export function MissedPage(props: MissedProps) {
  const { nav, organizationId, endpoint, ofDeleted, missed, next, first, now, seal, note } = props;
  const mayAct = seal !== null && endpoint.enabled;
  return (
    <Shell title="Lo que no le llegó" nav={nav}>
      <p class="kicker">
        <a href={`${webhooksPath(organizationId)}/${endpoint.id}`}>{plainText(endpoint.url)}</a>
      </p>
      <h1>Lo que no le llegó</h1>
      {note}
      {ofDeleted && <OfDeleted endpoint={endpoint} />}
      {!ofDeleted && !endpoint.enabled && (
        <Note title="Primero habilítalo" calm>
          <p>Mientras está deshabilitado no se le envía nada, tampoco lo que se recupera.</p>
        </Note>
      )}
      <p class="lead">
        Desde que existe este webhook: lo que pasó mientras no estaba habilitado y lo que falló. Se
        envía con su mismo id, contenido y fecha. Horas de Santiago.
      </p>
      {missed.length === 0 ? (
        <Empty title="Nada falta aquí">
          {next !== null && (
            <p>
              <a href={next}>Buscar más atrás</a>
            </p>
          )}
        </Empty>
      ) : (
        <List
          caption="Eventos que no le llegaron"
          rows={missed}
          next={next}
          first={first}
          columns={[
            {
              head: "Cuándo",
              cell: ({ eventId, at }) => (
                <a href={eventPath(organizationId, eventId)}>
                  <When at={at} now={now} />
                </a>
              ),
            },
            {
              head: "Evento",
              cell: ({ type }) => (
                <>
                  <code>{type}</code>
                  <span class="hint">{eventText(type)}</span>
                </>
              ),
            },
            {
              head: "Qué pasó",
              cell: ({ deliveryId }) =>
                deliveryId === null ? (
                  "no se le envió"
                ) : (
                  <a href={`${deliveriesPath(organizationId)}/${deliveryId}`}>falló</a>
                ),
            },
            ...(mayAct
              ? [
                  {
                    head: "Qué hacer",
                    cell: (one: MissedEvent) => (
                      <SendAgain
                        organizationId={organizationId}
                        endpointId={endpoint.id}
                        one={one}
                        seal={seal}
                      />
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
    </Shell>
  );
}

interface SendProps {
  organizationId: string;
  endpointId: string;
  one: MissedEvent;
  seal(path: string): string;
}

/** An event that was never queued is recovered; a failed one is sent again, with its attempts recorded. */
function SendAgain({ organizationId, endpointId, one, seal }: SendProps) {
  const { eventId, deliveryId, type } = one;
  const isNew = deliveryId === null;
  const action = isNew
    ? missedPath(organizationId, endpointId)
    : `${deliveriesPath(organizationId)}/${deliveryId}/reenviar`;
  const label = isNew ? "Recuperar" : "Reenviar";
  return (
    <div class="acts-of-row">
      <Form action={action} seal={seal(action)}>
        <input type="hidden" name={fromListField} value="si" />
        {isNew && <input type="hidden" name="evento" value={eventId} />}
        <button type="submit" class="quiet" aria-label={`${label} ${type} ${eventId}`}>
          {label}
        </button>
      </Form>
    </div>
  );
}
