import type { Child } from "hono/jsx";
import { failureText, wasInterrupted, type Attempt, type Delivery } from "#lib/webhooks/index.ts";
import type { Nav } from "../../request/page-request.ts";
import { deliveryText, eventText } from "../../texts/webhook-words.ts";
import { plainText } from "../../texts/words.ts";
import { deliveriesPath, DeliveryState, eventPath, isEnded } from "./deliveries-page.tsx";
import { List } from "../parts/list.tsx";
import { Live } from "../parts/live.tsx";
import { When } from "../parts/when.tsx";
import { Form, Submit } from "../parts/parts.tsx";
import { Shell } from "../parts/shell.tsx";
import { webhooksPath } from "./webhooks-page.tsx";

interface DeliveryProps {
  nav: Nav | null;
  organizationId: string;
  delivery: Delivery;
  url: string;
  now: Date;
  /** Null for people who may not send it again. */
  seal: ((path: string) => string) | null;
  note?: Child;
}

export function DeliveryPage(props: DeliveryProps) {
  const { nav, organizationId, delivery, url, now, seal, note } = props;
  const path = `${deliveriesPath(organizationId)}/${delivery.id}`;
  const again = `${path}/reenviar`;
  return (
    <Shell title="Entrega" nav={nav}>
      <p class="kicker">
        <a href={deliveriesPath(organizationId)}>Entregas</a>
      </p>
      <h1>Entrega de {delivery.eventType}</h1>
      {note}
      <Live id="entrega" isFinal={isEnded(delivery)} says={deliveryText(delivery.status)}>
        <DeliveryNow delivery={delivery} now={now} />
        {seal !== null && isEnded(delivery) && (
          <section class="part">
            <h2>Enviar otra vez</h2>
            <p>Con el mismo id de evento: un receptor que ya lo procesó lo reconoce.</p>
            <Form action={again} seal={seal(again)}>
              <Submit kind="button plain">Reenviar</Submit>
            </Form>
          </section>
        )}
      </Live>
      <dl class="facts">
        <dt>Evento</dt>
        <dd>
          <a href={eventPath(organizationId, delivery.eventId)}>
            <code>{delivery.eventId}</code>
          </a>{" "}
          {eventText(delivery.eventType)}
        </dd>
        <dt>Webhook</dt>
        <dd>
          <a href={`${webhooksPath(organizationId)}/${delivery.endpointId}`}>{plainText(url)}</a>
        </dd>
        <dt>Creada</dt>
        <dd>
          <When at={delivery.createdAt} now={now} />
        </dd>
        <dt>Id</dt>
        <dd>
          <code>{delivery.id}</code>
        </dd>
      </dl>
    </Shell>
  );
}

/** The part that changes while somebody watches. */
function DeliveryNow({ delivery, now }: Pick<DeliveryProps, "delivery" | "now">) {
  const { history, nextAttemptAt } = delivery;
  return (
    <>
      <p>
        <DeliveryState line={delivery} />{" "}
        {nextAttemptAt !== null && (
          <>
            Próximo intento, no antes del <When at={nextAttemptAt} now={now} />
          </>
        )}
      </p>
      {history.length === 0 ? (
        <p>Todavía ningún intento. El envío pasa cada minuto.</p>
      ) : (
        <List
          caption="Intentos, en orden. Horas de Santiago"
          rows={history}
          next={null}
          first={null}
          columns={[
            { head: "Cuándo", cell: (attempt) => <AttemptTime attempt={attempt} now={now} /> },
            {
              head: "Respuesta",
              number: true,
              cell: ({ responseStatus }) => responseStatus ?? "ninguna",
            },
            {
              head: "Duración",
              number: true,
              cell: ({ durationMs }) => (durationMs === null ? "sin medir" : `${durationMs} ms`),
            },
            {
              head: "Resultado",
              cell: ({ error }) => (error === null ? "entregada" : failureText(error)),
            },
          ]}
        />
      )}
    </>
  );
}

/** There is no time for an attempt that was never sent, or was lost. */
function AttemptTime({ attempt, now }: { attempt: Attempt; now: Date }) {
  const { attemptedAt, error } = attempt;
  if (attemptedAt !== null) return <When at={attemptedAt} now={now} />;
  return wasInterrupted(error) ? <>sin hora, puede haber llegado</> : <>no se llegó a enviar</>;
}
