import { deliveryStatuses, type DeliveryLine, type Endpoint } from "#lib/webhooks/index.ts";
import type { Nav } from "../frame/page-request.ts";
import { deliveryText } from "../texts/webhook-words.ts";
import { plainText } from "../texts/words.ts";
import { Empty, Filters, List } from "./list.tsx";
import { When } from "./when.tsx";
import { Field, Select } from "./parts.tsx";
import { Shell } from "./shell.tsx";

export const deliveriesPath = (organizationId: string): string =>
  `/dashboard/${organizationId}/entregas`;
export const eventPath = (organizationId: string, eventId: string): string =>
  `/dashboard/${organizationId}/eventos/${eventId}`;

interface DeliveriesProps {
  nav: Nav | null;
  organizationId: string;
  deliveries: readonly DeliveryLine[];
  endpoints: readonly Endpoint[];
  eventTypes: readonly string[];
  filters: {
    webhook?: string | undefined;
    tipo?: string | undefined;
    estado?: string | undefined;
    id?: string | undefined;
    dia?: string | undefined;
  };
  isFiltered: boolean;
  next: string | null;
  first: string | null;
  now: Date;
}

export function DeliveriesPage(props: DeliveriesProps) {
  const { nav, organizationId, deliveries, endpoints, filters, isFiltered, now } = props;
  const path = deliveriesPath(organizationId);
  const urls = new Map(endpoints.map(({ id, url }) => [id, url]));
  const any = { value: "", label: "Todos" };
  return (
    <Shell title="Entregas" nav={nav}>
      <h1>Entregas</h1>
      <p class="lead">Cada aviso a cada webhook, el más nuevo primero. Horas de Santiago.</p>
      <Filters action={path} isFiltered={isFiltered}>
        <Select
          name="webhook"
          label="Webhook"
          value={filters.webhook ?? ""}
          options={[any, ...endpoints.map(({ id, url }) => ({ value: id, label: plainText(url) }))]}
        />
        <Select
          name="tipo"
          label="Tipo"
          value={filters.tipo ?? ""}
          options={[any, ...props.eventTypes.map((type) => ({ value: type, label: type }))]}
        />
        <Select
          name="estado"
          label="Estado"
          value={filters.estado ?? ""}
          options={[
            any,
            ...deliveryStatuses.map((status) => ({ value: status, label: deliveryText(status) })),
          ]}
        />
        <Field name="dia" label="Día" type="date" value={filters.dia ?? ""} optional />
        <Field
          name="id"
          label="Id de entrega o evento"
          value={filters.id ?? ""}
          maxlength={40}
          optional
        />
      </Filters>
      {deliveries.length === 0 ? (
        <Empty
          title={isFiltered ? "Ninguna entrega calza" : "Ninguna entrega todavía"}
          clear={isFiltered ? path : null}
        >
          {!isFiltered && <p>La primera sale cuando pase algo que un webhook quiera saber.</p>}
        </Empty>
      ) : (
        <List
          caption="Entregas"
          rows={deliveries}
          next={props.next}
          first={props.first}
          columns={[
            {
              head: "Creada",
              cell: ({ id, createdAt }) => (
                <a href={`${path}/${id}`}>
                  <When at={createdAt} now={now} />
                </a>
              ),
            },
            { head: "Evento", cell: ({ eventType }) => <code>{eventType}</code> },
            {
              head: "Webhook",
              cell: ({ endpointId }) => plainText(urls.get(endpointId) ?? endpointId),
            },
            { head: "Estado", cell: (line) => <DeliveryState line={line} /> },
            { head: "Intentos", number: true, cell: ({ attempts }) => attempts },
            {
              head: "Respuesta",
              number: true,
              cell: ({ responseStatus }) => responseStatus ?? "ninguna",
            },
            {
              head: "Próximo",
              cell: ({ nextAttemptAt }) => <When at={nextAttemptAt} now={now} never="ninguno" />,
            },
          ]}
        />
      )}
    </Shell>
  );
}

export function DeliveryState({ line: { status } }: { line: Pick<DeliveryLine, "status"> }) {
  return <span class={status === "delivered" ? "tag good" : "tag"}>{deliveryText(status)}</span>;
}
