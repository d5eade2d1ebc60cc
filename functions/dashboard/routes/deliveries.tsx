import * as z from "zod";
import { addDays, startOfDay } from "#lib/chile/index.ts";
import { plansWith } from "#lib/identity/index.ts";
import type { AppError } from "#lib/kernel/errors/index.ts";
import {
  deliveryStatuses,
  eventTypes,
  findDelivery,
  findEndpoint,
  findSentEvent,
  listAllDeliveries,
  listEndpoints,
  recoverEvent,
  resendDelivery,
} from "#lib/webhooks/index.ts";
import { goTo, statusOf } from "../request/answer.ts";
import { pageAbove } from "../request/form-rules.ts";
import type { Frame } from "../frame/frame.tsx";
import { ListedDay, listQuery, rowsOfPage } from "../frame/list-query.ts";
import { personNav, type MemberRequest } from "../request/page-request.ts";
import { idIn } from "../frame/path-ids.ts";
import { DeliveriesPage, deliveriesPath } from "../pages/webhooks/deliveries-page.tsx";
import { DeliveryPage } from "../pages/webhooks/delivery-page.tsx";
import { EventPage } from "../pages/webhooks/event-page.tsx";
import { fromListField, missedPath } from "../pages/webhooks/missed-page.tsx";
import { Done, Note } from "../pages/parts/parts.tsx";
import { problemOf } from "../texts/webhook-problems.ts";
import { foundOrMissing, isManager, toldOnPage } from "./found.tsx";

const list = "/dashboard/:org/entregas";
const one = `${list}/:whd`;
const event = "/dashboard/:org/eventos/:whev";

const Filters = z.object({
  webhook: z.string().max(40).optional(),
  tipo: z.enum(eventTypes).optional(),
  estado: z.enum(deliveryStatuses).optional(),
  id: z.string().trim().max(40).optional(),
  dia: ListedDay.optional(),
});

export function deliveryRoutes({ member }: Frame): void {
  member.get(list, async (visit) => {
    const { ctx, membership } = visit;
    const { filters, isFiltered, place, next, first } = listQuery(visit, Filters);
    const { dia } = filters;
    const day =
      dia === undefined ? {} : { from: startOfDay(dia), until: startOfDay(addDays(dia, 1)) };
    const wanted = {
      endpointId: filters.webhook,
      eventType: filters.tipo,
      status: filters.estado,
      id: filters.id,
      ...day,
    };
    const part = { limit: rowsOfPage, after: place?.[0] };
    const found = await listAllDeliveries(ctx, wanted, part);
    const page = (
      <DeliveriesPage
        nav={personNav(visit)}
        organizationId={membership.organizationId}
        deliveries={found.deliveries}
        endpoints={await listEndpoints(ctx)}
        eventTypes={eventTypes}
        filters={filters}
        isFiltered={isFiltered}
        next={next(found.next === null ? null : [found.next])}
        first={first}
        now={ctx.clock.now()}
      />
    );
    return visit.show(page);
  });

  member.get(one, (visit) => foundOrMissing(visit, () => showDelivery(visit)));

  member.post(`${one}/reenviar`, { verb: "resend_delivery", once: pageAbove }, (visit) =>
    toldOnPage(
      async () => {
        const { ctx } = visit;
        const { id, endpointId } = await findDelivery(ctx, idIn(visit, "whd"));
        await resendDelivery(ctx, endpointId, id);
        const { organizationId } = visit.membership;
        if (visit.fields.has(fromListField)) {
          return goTo(`${missedPath(organizationId, endpointId)}?nota=recuperada`);
        }
        return goTo(`${deliveriesPath(organizationId)}/${id}?nota=reenviada`);
      },
      ["validation_error"],
      (error) => showDelivery(visit, error),
    ),
  );

  member.get(event, (visit) => foundOrMissing(visit, () => showEvent(visit)));

  member.post(`${event}/recuperar`, { verb: "recover_event", once: pageAbove }, (visit) =>
    toldOnPage(
      async () => {
        const endpointId = visit.fields.get("webhook") ?? "";
        const { ctx, membership } = visit;
        const recovered = await recoverEvent(ctx, endpointId, idIn(visit, "whev"));
        const note = recovered.isNew ? "recuperada" : "ya-estaba";
        const { organizationId } = membership;
        return goTo(`${deliveriesPath(organizationId)}/${recovered.deliveryId}?nota=${note}`);
      },
      ["validation_error", "feature_not_in_plan"],
      (error) => showEvent(visit, error),
    ),
  );
}

async function showDelivery(visit: MemberRequest, error?: AppError): Promise<Response> {
  const { ctx, membership } = visit;
  const delivery = await findDelivery(ctx, idIn(visit, "whd"));
  const { url } = await findEndpoint(ctx, delivery.endpointId);
  const page = (
    <DeliveryPage
      nav={personNav(visit)}
      organizationId={membership.organizationId}
      delivery={delivery}
      url={url}
      now={ctx.clock.now()}
      seal={isManager(visit) ? visit.seal : null}
      note={error === undefined ? noteOf(visit.note) : <Refused error={error} />}
    />
  );
  return visit.show(page, statusOf(error));
}

async function showEvent(visit: MemberRequest, error?: AppError): Promise<Response> {
  const { ctx, membership } = visit;
  const { event: shown, deliveries } = await findSentEvent(ctx, idIn(visit, "whev"));
  const page = (
    <EventPage
      nav={personNav(visit)}
      organizationId={membership.organizationId}
      event={shown}
      deliveries={deliveries}
      endpoints={await listEndpoints(ctx)}
      now={ctx.clock.now()}
      seal={isManager(visit) ? visit.seal : null}
      problem={error === undefined ? undefined : problemOf(error, plansWith("webhooks")).text}
    />
  );
  return visit.show(page, statusOf(error));
}

function Refused({ error }: { error: AppError }) {
  const { title, text } = problemOf(error, plansWith("webhooks"));
  return (
    <Note title={title}>
      <p>{text}</p>
    </Note>
  );
}

function noteOf(name: string | undefined) {
  if (name === "prueba") return <Done>Prueba en cola. Sale en menos de un minuto.</Done>;
  if (name === "reenviada") return <Done>En cola otra vez. Sale en menos de un minuto.</Done>;
  if (name === "recuperada") return <Done>Evento recuperado. Sale en menos de un minuto.</Done>;
  if (name === "ya-estaba") {
    return <Done>Este webhook ya tenía el evento. Esta es su entrega: no la repetimos.</Done>;
  }
  return undefined;
}
