import * as z from "zod";
import { listOperations, showOperation } from "#lib/emissions/index.ts";
import type { Frame } from "../frame/frame.tsx";
import { listQuery } from "../frame/list-query.ts";
import { navOf } from "../frame/page-request.ts";
import { MissingPage } from "../pages/message-pages.tsx";
import { OperationPage } from "../pages/operation-page.tsx";
import { OperationsPage } from "../pages/operations-page.tsx";
import { stateFilters } from "../texts/operation-words.ts";

const list = "/dashboard/:org/emisiones";
const filters = z.object({
  estado: z.enum(["emitido", "rechazado", "desconocido", "abierto", "liberado"]).optional(),
});

/** What was issued, what was not, and what nobody knows yet. */
export function operationRoutes({ member }: Frame): void {
  member.get(list, async (visit) => {
    const query = listQuery(visit, filters);
    const { estado } = query.filters;
    const states = estado === undefined ? null : stateFilters[estado];
    const found = await listOperations(visit.ctx, { place: query.place, states, limit: 50 });
    const { organizationId } = visit.membership;
    const page = (
      <OperationsPage
        nav={navOf(visit)}
        organizationId={organizationId}
        unknown={found.unknown}
        operations={found.operations}
        list={query}
        next={query.next(found.next)}
        filter={estado ?? ""}
        now={visit.ctx.clock.now()}
      />
    );
    return visit.show(page);
  });

  member.get(`${list}/:oper`, async (visit) => {
    const shown = await showOperation(visit.ctx, visit.c.req.param("oper") ?? "");
    if (shown === null) return visit.show(<MissingPage />, { status: 404 });
    const { organizationId } = visit.membership;
    const now = visit.ctx.clock.now();
    return visit.show(<OperationPage nav={navOf(visit)} {...{ organizationId, shown, now }} />);
  });
}
