import { Periodo } from "#lib/chile/index.ts";
import { changeConnection, findConnectionDetail } from "#lib/connections/index.ts";
import { deleteConnection } from "#lib/erasure/index.ts";
import { validationError, type Issue } from "#lib/kernel/errors/index.ts";
import { forgetCredential, listConsents } from "#lib/links/index.ts";
import { emitSyncEnded } from "#lib/webhooks/index.ts";
import { goTo } from "../request/answer.ts";
import { pageAbove } from "../request/form-rules.ts";
import type { Frame } from "../frame/frame.tsx";
import { personNav, type MemberRequest, type Posted } from "../request/page-request.ts";
import { idIn } from "../frame/path-ids.ts";
import { deleteField } from "../pages/connections/connection-props.ts";
import { ConsentsPage } from "../pages/connections/consents-page.tsx";
import { connectionsPath, linkHours } from "../pages/connections/connections-page.tsx";
import { versionField } from "../pages/parts/parts.tsx";
import { SecretPage } from "../pages/parts/secret-page.tsx";
import { syncsPath } from "../pages/connections/syncs-page.tsx";
import { isTyped } from "../pages/parts/typed-confirm.tsx";
import { plainText } from "../texts/words.ts";
import { callTool } from "./call-tool.ts";
import { showConflict } from "./conflict.tsx";
import { showConnection, showConnections } from "./connection-views.tsx";
import { showMissing, toldOnPage } from "./found.tsx";
import { toldOfSyncs as told } from "./told-of-syncs.ts";

const list = "/dashboard/:org/conexiones";
const unreadMonth: Issue = { path: ["periodo"], code: "wrong_format", message: "Like 2026-08" };
const one = `${list}/:conn`;

export function connectionRoutes({ member }: Frame): void {
  const onPage = (visit: MemberRequest, act: () => Promise<Response>) =>
    toldOnPage(act, told, (error) => showConnection(visit, { error }));

  member.get(list, (visit) => showConnections(visit));
  member.get(one, (visit) => showConnection(visit));
  member.get(`${one}/consentimientos`, (visit) => showConsents(visit));

  member.post(
    `${list}/enlace`,
    { verb: "create_link", once: pageAbove, recorded: "itself" },
    (visit) =>
      toldOnPage(
        async () => {
          const name = (visit.fields.get("nombre") ?? "").trim();
          const sistema = visit.fields.get("sistema") ?? "";
          const input = { modo: "crear", sistema, ...(name !== "" && { nombre: name }) };
          return showLink(visit, input);
        },
        told,
        (error) => showConnections(visit, error),
      ),
  );

  member.post(`${list}/enlaces/:cs/anular`, { verb: "cancel_link", recorded: "itself" }, (visit) =>
    toldOnPage(
      async () => {
        const enlaceId = idIn(visit, "cs");
        await callTool(visit, { toolId: "conexiones.enlace.anular", input: { enlaceId } });
        return goTo(`${connectionsPath(organizationOf(visit))}?nota=anulado`);
      },
      told,
      (error) => showConnections(visit, error),
    ),
  );

  member.post(one, { verb: "edit_connection" }, (visit) => onPage(visit, () => edit(visit)));

  member.post(
    `${one}/enlace`,
    { verb: "create_link", once: pageAbove, recorded: "itself" },
    async (visit) => {
      const connection = await findConnectionDetail(visit.ctx, idIn(visit, "conn"));
      if (connection === null) return showMissing(visit);
      const { id: conexionId, sistema } = connection;
      return onPage(visit, () => showLink(visit, { modo: "reconectar", sistema, conexionId }));
    },
  );

  member.post(`${one}/sincronizar`, { verb: "sync", recorded: "itself" }, async (visit) => {
    const periodo = Periodo.safeParse((visit.fields.get("periodo") ?? "").trim());
    return onPage(visit, async () => {
      if (!periodo.success) throw validationError([unreadMonth]);
      return callOn(visit, "sincronizar", { periodo: periodo.data }, ({ jobId }) =>
        goTo(`${syncsPath(organizationOf(visit))}/${String(jobId)}`),
      );
    });
  });

  member.post(`${one}/verificar`, { verb: "verify", recorded: "itself" }, (visit) =>
    onPage(visit, () =>
      callOn(visit, "verificar", {}, ({ valida }) => {
        const note = valida === true ? "valida" : "no-valida";
        return goTo(`${pathOf(visit)}?nota=${note}`);
      }),
    ),
  );

  member.post(`${one}/olvidar`, { verb: "forget_credential", fresh: true }, async (visit) => {
    const { ctx, fields } = visit;
    const connection = await findConnectionDetail(ctx, idIn(visit, "conn"));
    if (connection === null) return showMissing(visit);
    if (!isTyped(fields, plainText(connection.nombre))) {
      return showConnection(visit, { wrongWord: "olvidar" });
    }
    await forgetCredential({ ...ctx, onJobEnded: emitSyncEnded }, connection.id);
    return goTo(`${pathOf(visit)}?nota=olvidada`);
  });

  member.post(`${one}/eliminar`, { verb: "delete_connection", fresh: true }, async (visit) => {
    const { ctx, fields } = visit;
    const connection = await findConnectionDetail(ctx, idIn(visit, "conn"));
    if (connection === null) return showMissing(visit);
    if (!isTyped(fields, plainText(connection.nombre), deleteField)) {
      return showConnection(visit, { wrongWord: "eliminar" });
    }
    const deleted = await deleteConnection(ctx, connection.id);
    switch (deleted.kind) {
      case "deleted":
        return goTo(`${connectionsPath(organizationOf(visit))}?nota=eliminada`);
      case "outcome_unknown":
        return showConnection(visit, { unknownOutcome: deleted.operationId });
    }
  });
}

function organizationOf({ membership }: MemberRequest): string {
  return membership.organizationId;
}

function pathOf(visit: MemberRequest): string {
  return `${connectionsPath(organizationOf(visit))}/${idIn(visit, "conn")}`;
}

/** A tool of the connection's own system. */
async function callOn(
  visit: MemberRequest,
  tool: "sincronizar" | "verificar",
  input: Record<string, unknown>,
  answer: (data: Record<string, unknown>) => Response,
): Promise<Response> {
  const connection = await findConnectionDetail(visit.ctx, idIn(visit, "conn"));
  if (connection === null) return showMissing(visit);
  const toolId = `${connection.sistema}.conexion.${tool}`;
  return answer(await callTool(visit, { toolId, connection: connection.id, input }));
}

/** The URL is in this answer only. */
async function showLink(visit: MemberRequest & Posted, wanted: object): Promise<Response> {
  const accesoHasta = (visit.fields.get("accesoHasta") ?? "").trim();
  const input = { ...wanted, ...(accesoHasta !== "" && { accesoHasta }) };
  const { url } = await callTool(visit, { toolId: "conexiones.enlace.crear", input });
  const page = (
    <SecretPage
      nav={personNav(visit)}
      title="Enlace creado"
      label="Enlace"
      secret={String(url)}
      onward={{ href: connectionsPath(organizationOf(visit)), label: "Volver a Conexiones" }}
    >
      <p>Mándalo a quien tenga la clave del portal. Dura {linkHours} horas y sirve una vez.</p>
    </SecretPage>
  );
  return visit.show(page);
}

/** For owners; the verb refuses everybody else. */
async function showConsents(visit: MemberRequest): Promise<Response> {
  const { ctx, membership } = visit;
  const connection = await findConnectionDetail(ctx, idIn(visit, "conn"));
  const consents = connection === null ? null : await listConsents(ctx, connection.id);
  if (connection === null || consents === null) {
    return showMissing(visit);
  }
  const { organizationId } = membership;
  const props = { nav: personNav(visit), organizationId, connection, consents };
  return visit.show(<ConsentsPage {...props} />);
}

async function edit(visit: MemberRequest & Posted): Promise<Response> {
  const { ctx, fields } = visit;
  const id = idIn(visit, "conn");
  const known = await findConnectionDetail(ctx, id);
  if (known === null) return showMissing(visit);
  const change = {
    nombre: fields.get("nombre") ?? "",
    enabled: fields.has("habilitada"),
    scopes: fields.getAll("permiso"),
    alcances: fields.getAll("modulo"),
  };
  const offered =
    ctx.catalogue.manifestOf(known.sistema)?.alcances.map((module) => module.id) ?? [];
  const version = fields.get(versionField) ?? "";
  const edited = await changeConnection(ctx, id, { ...change, offered, version });
  if (edited.kind === "changed") return goTo(`${pathOf(visit)}?nota=guardada`);
  const { connection: now } = edited;
  const action = pathOf(visit);
  const state = (enabled: boolean): string => (enabled ? "habilitada" : "deshabilitada");
  const values = [
    { label: "Nombre", now: now.nombre, yours: change.nombre },
    { label: "Estado", now: state(now.disabledAt === null), yours: state(change.enabled) },
    { label: "Permite", now: now.scopes.join(", "), yours: change.scopes.join(", ") },
    { label: "Módulos", now: now.alcances.join(", "), yours: change.alcances.join(", ") },
  ];
  return showConflict(visit, { title: "Conexión", values, action, version: now.version, fields });
}
