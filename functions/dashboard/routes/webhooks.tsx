import { AppError, type ErrorCode } from "#lib/kernel/errors/index.ts";
import {
  createEndpoint,
  editEndpoint,
  EndpointChange,
  findSentEvent,
  NewEndpoint,
  recoverEvent,
  rollSecret,
  testEndpoint,
} from "#lib/webhooks/index.ts";
import { goTo } from "../request/answer.ts";
import { pageAbove } from "../request/form-rules.ts";
import type { Frame } from "../frame/frame.tsx";
import { personNav, type MemberRequest, type Posted } from "../request/page-request.ts";
import { idIn } from "../frame/path-ids.ts";
import { deliveriesPath } from "../pages/webhooks/deliveries-page.tsx";
import { fromListField } from "../pages/webhooks/missed-page.tsx";
import { versionField } from "../pages/parts/parts.tsx";
import { SecretPage } from "../pages/parts/secret-page.tsx";
import { VerifySnippet } from "../pages/webhooks/verify-snippet.tsx";
import { eventsText, webhooksPath } from "../pages/webhooks/webhooks-page.tsx";
import { showConflict } from "./conflict.tsx";
import { foundOrMissing, toldOnPage } from "./found.tsx";
import { showMissed, showWebhook, showWebhooks } from "./webhook-views.tsx";

const told: readonly ErrorCode[] = [
  "feature_not_in_plan",
  "invalid_webhook_url",
  "rate_limited",
  "validation_error",
  "webhook_delivery_not_found",
];

const list = "/dashboard/:org/webhooks";
const one = `${list}/:whk`;

/** Endpoints, and what owners and admins do with them. No transaction is open during a DNS look-up. */
export function webhookRoutes({ member }: Frame): void {
  member.get(list, (visit) => showWebhooks(visit));
  member.get(one, (visit) => foundOrMissing(visit, () => showWebhook(visit)));

  const onList = (visit: MemberRequest, act: () => Promise<Response>) =>
    toldOnPage(act, told, (error) => showWebhooks(visit, error));
  const onPage = (visit: MemberRequest, act: () => Promise<Response>) =>
    toldOnPage(act, told, (error) => showWebhook(visit, error));

  member.post(
    `${list}/nuevo`,
    { verb: "create_webhook", fresh: true, once: pageAbove, recorded: "around" },
    (visit) =>
      onList(visit, async () => {
        const { fields, ctx } = visit;
        const connection = fields.get("conexion") ?? "";
        const input = NewEndpoint.safeParse({
          ...typedIn(fields),
          ...(connection !== "" && { connection_id: connection }),
        });
        if (!input.success) throw new AppError("validation_error");
        const made = await createEndpoint(ctx, input.data);
        return visit.show(<Secret visit={visit} title="Webhook creado" {...made} />);
      }),
  );

  member.post(one, { verb: "edit_webhook", fresh: true, recorded: "around" }, (visit) =>
    onPage(visit, async () => {
      const change = EndpointChange.safeParse(typedIn(visit.fields));
      if (!change.success) throw new AppError("validation_error");
      return edit(visit, change.data, "guardado");
    }),
  );

  member.get(`${one}/recuperar`, (visit) => foundOrMissing(visit, () => showMissed(visit)));

  member.post(`${one}/pausar`, { verb: "pause_webhook" }, (visit) =>
    onPage(visit, () => edit(visit, { enabled: false }, "pausado")),
  );

  member.post(`${one}/habilitar`, { verb: "enable_webhook" }, (visit) =>
    onPage(visit, () => edit(visit, { enabled: true }, "habilitado")),
  );

  member.post(`${one}/probar`, { verb: "test_webhook", once: pageAbove }, (visit) =>
    onPage(visit, async () => {
      const { eventId } = await testEndpoint(visit.ctx, idIn(visit, "whk"));
      const { deliveries } = await findSentEvent(visit.ctx, eventId);
      return goTo(
        `${deliveriesPath(organizationOf(visit))}/${deliveries[0]?.id ?? ""}?nota=prueba`,
      );
    }),
  );

  member.post(`${one}/recuperar`, { verb: "recover_event", once: pageAbove }, (visit) =>
    onPage(visit, async () => {
      const eventId = (visit.fields.get("evento") ?? "").trim();
      const { deliveryId, isNew } = await recoverEvent(visit.ctx, idIn(visit, "whk"), eventId);
      const note = isNew ? "recuperada" : "ya-estaba";
      if (visit.fields.has(fromListField)) return goTo(`${visit.c.req.path}?nota=${note}`);
      return goTo(`${deliveriesPath(organizationOf(visit))}/${deliveryId}?nota=${note}`);
    }),
  );

  member.post(
    `${one}/secreto`,
    { verb: "roll_secret", fresh: true, once: pageAbove },
    async (visit) => {
      const id = idIn(visit, "whk");
      const secret = await rollSecret(visit.ctx, id);
      return visit.show(<Secret visit={visit} title="Secreto nuevo" id={id} secret={secret} />);
    },
  );
}

function organizationOf({ membership }: MemberRequest): string {
  return membership.organizationId;
}

function typedIn(fields: URLSearchParams) {
  return { url: (fields.get("url") ?? "").trim(), event_types: fields.getAll("evento") };
}

async function edit(
  visit: MemberRequest & Posted,
  change: EndpointChange,
  note: string,
): Promise<Response> {
  const { ctx, fields } = visit;
  const id = idIn(visit, "whk");
  const version = fields.get(versionField) ?? "";
  const path = `${webhooksPath(organizationOf(visit))}/${id}`;
  const edited = await editEndpoint(ctx, id, { ...change, version });
  if (edited.kind === "changed") return goTo(`${path}?nota=${note}`);
  const { endpoint } = edited;
  const action = visit.c.req.path;
  const state = (enabled: boolean): string => (enabled ? "habilitado" : "en pausa");
  const values = [
    { label: "Dirección", now: endpoint.url, yours: change.url ?? endpoint.url },
    {
      label: "Eventos",
      now: eventsText(endpoint.eventTypes),
      yours: eventsText(change.event_types ?? endpoint.eventTypes),
    },
    {
      label: "Estado",
      now: state(endpoint.enabled),
      yours: state(change.enabled ?? endpoint.enabled),
    },
  ];
  return showConflict(visit, {
    title: "Webhook",
    values,
    action,
    back: path,
    version: endpoint.version,
    fields,
  });
}

interface SecretProps {
  visit: MemberRequest;
  title: string;
  id: string;
  secret: string;
}

function Secret({ visit, title, id, secret }: SecretProps) {
  const href = `${webhooksPath(organizationOf(visit))}/${id}`;
  return (
    <SecretPage
      nav={personNav(visit)}
      title={title}
      label="Secreto"
      secret={secret}
      onward={{ href, label: "Ir al webhook y probarlo" }}
    >
      <VerifySnippet />
    </SecretPage>
  );
}
