import { canonicalJson } from "#lib/kernel/canonical-json.ts";
import {
  testEventType,
  type DeliveryLine,
  type Endpoint,
  type Event,
} from "#lib/webhooks/index.ts";
import type { Nav } from "../../request/page-request.ts";
import { eventText } from "../../texts/webhook-words.ts";
import { plainText, withHiddenSpelled } from "../../texts/words.ts";
import { deliveriesPath, DeliveryState, eventPath } from "./deliveries-page.tsx";
import { Empty, List } from "../parts/list.tsx";
import { When } from "../parts/when.tsx";
import { Form, Note, Select, Submit } from "../parts/parts.tsx";
import { Copied } from "../parts/secret-page.tsx";
import { Shell } from "../parts/shell.tsx";

interface EventProps {
  nav: Nav | null;
  organizationId: string;
  event: Event;
  deliveries: readonly DeliveryLine[];
  endpoints: readonly Endpoint[];
  now: Date;
  seal: ((path: string) => string) | null;
  /** Why it was not recovered. */
  problem?: string | undefined;
}

export function EventPage(props: EventProps) {
  const { nav, organizationId, event, deliveries, endpoints, now, seal, problem } = props;
  const urls = new Map(endpoints.map(({ id, url }) => [id, url]));
  const having = new Set(deliveries.map(({ endpointId }) => endpointId));
  const without = endpoints.filter(({ id, enabled }) => enabled && !having.has(id));
  const recover = `${eventPath(organizationId, event.id)}/recuperar`;
  return (
    <Shell title={`Evento ${event.type}`} nav={nav}>
      <p class="kicker">
        <a href={deliveriesPath(organizationId)}>Entregas</a>
      </p>
      <h1>{event.type}</h1>
      {problem !== undefined && (
        <Note title="No lo recuperamos">
          <p>{problem}</p>
        </Note>
      )}
      <p class="lead">
        {eventText(event.type)}. <When at={new Date(event.timestamp)} now={now} />, hora de
        Santiago.
      </p>
      <Copied label="Cuerpo, tal como se envía" text={bodyOf(event)} />
      <section class="part">
        <h2>Quién lo tiene</h2>
        {deliveries.length === 0 ? (
          <Empty title="Ningún webhook">
            <p>Ninguno lo pedía cuando pasó.</p>
          </Empty>
        ) : (
          <List
            caption="Entregas de este evento"
            rows={deliveries}
            next={null}
            first={null}
            columns={[
              {
                head: "Webhook",
                free: true,
                cell: ({ id, endpointId }) => (
                  <a href={`${deliveriesPath(organizationId)}/${id}`}>
                    {plainText(urls.get(endpointId) ?? endpointId)}
                  </a>
                ),
              },
              { head: "Estado", cell: (line) => <DeliveryState line={line} /> },
              { head: "Intentos", number: true, cell: ({ attempts }) => attempts },
            ]}
          />
        )}
      </section>
      {seal !== null && event.type !== testEventType && without.length > 0 && (
        <section class="part">
          <h2>Recuperarlo en otro webhook</h2>
          <p>Se envía el mismo evento, con su id y su fecha. No vuelve a emitir ni a leer nada.</p>
          <Form action={recover} seal={seal(recover)}>
            <Select
              name="webhook"
              label="Webhook"
              options={without.map(({ id, url }) => ({ value: id, label: plainText(url) }))}
            />
            <Submit>Recuperar</Submit>
          </Form>
        </section>
      )}
    </Shell>
  );
}

/** The keys in the order in which they are sent and signed. */
function bodyOf({ data, timestamp, type }: Event): string {
  return withHiddenSpelled(canonicalJson({ data, timestamp, type }));
}
