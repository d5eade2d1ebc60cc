import { deliveryStatuses, type DeliveryLine, type Endpoint } from "#lib/webhooks/index.ts";
import type { Nav } from "../../request/page-request.ts";
import { choicesOf } from "../../texts/offered-connections.ts";
import { deliveryText } from "../../texts/webhook-words.ts";
import { plainText } from "../../texts/words.ts";
import { ListPage } from "../parts/list-page.tsx";
import { List } from "../parts/list.tsx";
import { Field, Select } from "../parts/parts.tsx";
import { When } from "../parts/when.tsx";

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
  const { nav, organizationId, deliveries, endpoints, isFiltered, now } = props;
  const path = deliveriesPath(organizationId);
  const urls = new Map(endpoints.map(({ id, url }) => [id, url]));
  const open = deliveries.filter((line) => !isEnded(line)).length;
  return (
    <ListPage
      title="Entregas"
      lead="Cada aviso a cada webhook, el más nuevo primero. Horas de Santiago."
      nav={nav}
      path={path}
      isFiltered={isFiltered}
      isEmpty={deliveries.length === 0}
      noneFits="Ninguna entrega calza"
      noneYet={{
        title: "Ninguna entrega todavía",
        text: "La primera sale cuando pase algo que un webhook quiera saber.",
      }}
      filters={<DeliveryFilters {...props} />}
      live={{ id: "lista", isFinal: props.first !== null && open === 0, says: openText(open) }}
    >
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
            free: true,
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
    </ListPage>
  );
}

function openText(open: number): string {
  if (open === 0) return "Ninguna por entregar.";
  return open === 1 ? "Una por entregar." : `${open} por entregar.`;
}

export function isEnded({ status }: Pick<DeliveryLine, "status">): boolean {
  return status === "delivered" || status === "failed";
}

function DeliveryFilters({ endpoints, eventTypes, filters }: DeliveriesProps) {
  const enabledFirst = endpoints.toSorted((a, b) => Number(b.enabled) - Number(a.enabled));
  return (
    <>
      <Select
        name="webhook"
        label="Webhook"
        value={filters.webhook ?? ""}
        any="Todos"
        options={choicesOf(new Map(enabledFirst.map(({ id, url }) => [id, url])), filters.webhook)}
      />
      <Select
        name="tipo"
        label="Tipo"
        value={filters.tipo ?? ""}
        any="Todos"
        options={eventTypes.map((type) => ({ value: type, label: type }))}
      />
      <Select
        name="estado"
        label="Estado"
        value={filters.estado ?? ""}
        any="Todos"
        options={deliveryStatuses.map((status) => ({ value: status, label: deliveryText(status) }))}
      />
      <Field name="dia" label="Día" type="date" value={filters.dia ?? ""} optional />
      <Field
        name="id"
        label="Id de entrega o evento"
        value={filters.id ?? ""}
        maxlength={40}
        optional
      />
    </>
  );
}

export function DeliveryState({ line: { status } }: { line: Pick<DeliveryLine, "status"> }) {
  const kinds: Partial<Record<DeliveryLine["status"], string>> = {
    delivered: "tag good",
    failed: "tag bad",
  };
  return <span class={kinds[status] ?? "tag"}>{deliveryText(status)}</span>;
}
