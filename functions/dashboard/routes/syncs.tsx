import * as z from "zod";
import { Periodo } from "#lib/chile/index.ts";
import { jobStatuses } from "#lib/contract/index.ts";
import { listEvidence } from "#lib/jobs/index.ts";
import type { AppError } from "#lib/kernel/errors/index.ts";
import { cancelJob, findSync, listSyncs } from "#lib/sync/index.ts";
import { goTo, statusOf } from "../request/answer.ts";
import type { Frame } from "../frame/frame.tsx";
import { ListedInstant, listQuery, rowsOfPage } from "../frame/list-query.ts";
import { personNav, type MemberRequest } from "../request/page-request.ts";
import { idIn } from "../frame/path-ids.ts";
import { readPart } from "../frame/read-part.ts";
import { Done } from "../pages/parts/parts.tsx";
import { SyncPage } from "../pages/connections/sync-page.tsx";
import { SyncsPage, syncsPath } from "../pages/connections/syncs-page.tsx";
import { callTool } from "./call-tool.ts";
import { Refused } from "./connection-views.tsx";
import { foundOrMissing, toldOnPage } from "./found.tsx";
import { connectionNames } from "./named-connections.ts";
import { toldOfSyncs } from "./told-of-syncs.ts";

const list = "/dashboard/:org/sincronizaciones";
const one = `${list}/:sjb`;

const Filters = z.object({
  conexion: z.string().max(40).optional(),
  sistema: z.string().max(40).optional(),
  estado: z.enum(jobStatuses).optional(),
  periodo: Periodo.optional(),
});

export function syncRoutes({ member }: Frame): void {
  member.get(list, async (visit) => {
    const { ctx, membership } = visit;
    const { filters, isFiltered, place, next, first } = listQuery(visit, Filters);
    const systems = ctx.catalogue.manifests.filter(({ needsConnection }) => needsConnection);
    const { conexion: connectionId, sistema, estado: status, periodo } = filters;
    const connectors = systems.map(({ id }) => id).filter((id) => (sistema ?? id) === id);
    const isPlace = place?.length === 2 && ListedInstant.safeParse(place[0]).success;
    const part = { limit: rowsOfPage, after: isPlace ? place : null };
    const found = await listSyncs(ctx, { connectionId, status, periodo, connectors }, part);
    const page = (
      <SyncsPage
        nav={personNav(visit)}
        organizationId={membership.organizationId}
        syncs={found.jobs}
        connections={await connectionNames(ctx, ctx.catalogue)}
        systems={systems}
        filters={filters}
        isFiltered={isFiltered}
        next={next(found.next)}
        first={first}
        now={ctx.clock.now()}
      />
    );
    return visit.show(page);
  });

  member.get(one, (visit) => foundOrMissing(visit, () => showSync(visit)));

  member.post(`${one}/cancelar`, { verb: "cancel_sync" }, (visit) =>
    toldOnPage(
      async () => {
        const { id } = await cancelJob(visit.ctx, idIn(visit, "sjb"));
        return goTo(`${syncsPath(visit.membership.organizationId)}/${id}?nota=cancelada`);
      },
      ["validation_error"],
      (error) => showSync(visit, error),
    ),
  );

  member.post(`${one}/repetir`, { verb: "sync", recorded: "itself" }, (visit) =>
    toldOnPage(
      async () => {
        const { connector, connectionId, periodo } = await findSync(visit.ctx, idIn(visit, "sjb"));
        const toolId = `${connector}.conexion.sincronizar`;
        const call = { toolId, connection: connectionId, input: { periodo } };
        const { jobId } = await callTool(visit, call);
        return goTo(`${syncsPath(visit.membership.organizationId)}/${String(jobId)}`);
      },
      toldOfSyncs,
      (error) => showSync(visit, error),
    ),
  );
}

async function showSync(visit: MemberRequest, error?: AppError): Promise<Response> {
  const { ctx, membership } = visit;
  const sync = await findSync(ctx, idIn(visit, "sjb"));
  const evidence = await readPart(ctx.log, "sync.evidence", () => listEvidence(ctx, sync.id));
  const page = (
    <SyncPage
      nav={personNav(visit)}
      organizationId={membership.organizationId}
      sync={sync}
      evidence={evidence}
      manifest={ctx.catalogue.manifestOf(sync.connector)}
      now={ctx.clock.now()}
      seal={visit.seal}
      note={error === undefined ? noteOf(visit.note) : <Refused error={error} />}
    />
  );
  return visit.show(page, statusOf(error));
}

function noteOf(name: string | undefined) {
  return name === "cancelada" ? <Done>Cancelada. No se leyó nada.</Done> : undefined;
}
