import * as z from "zod";
import {
  callsOfRequest,
  exportCalls,
  exportedRows,
  isCallPlace,
  listCalls,
  placeBehind,
  type CallFilter,
  type CallRow,
  type ExportFormat,
} from "#lib/audit/index.ts";
import { addDays, startOfDay } from "#lib/chile/index.ts";
import { namesOfActors } from "#lib/identity/index.ts";
import { hourMs } from "#lib/kernel/clock.ts";
import type { DashboardDeps } from "../deps.ts";
import { fileAnswer, goTo } from "../request/answer.ts";
import { handOutOnRecord } from "../frame/carry-out.tsx";
import type { Frame } from "../frame/frame.tsx";
import { ListedDay, listQuery } from "../frame/list-query.ts";
import { personNav, type MemberRequest } from "../request/page-request.ts";
import { idIn } from "../frame/path-ids.ts";
import { AuditPage, auditPath, type Names } from "../pages/organizations/audit-page.tsx";
import { AuditExportPage, AuditRequestPage } from "../pages/organizations/audit-request-page.tsx";
import { auditSpans, usualSpan } from "../texts/audit.ts";
import { showMissing } from "./found.tsx";
import { connectionNames } from "./named-connections.ts";

const list = "/dashboard/:org/auditoria";
const rowsOfPage = 50;

const Id = z.string().regex(/^[\w.-]{1,120}$/);
const Filters = z.object({
  actor: Id.optional(),
  herramienta: Id.optional(),
  resultado: z.enum(["ok", "refused", "failed"]).optional(),
  hasta: ListedDay.optional(),
  tiempo: z.enum(auditSpans.map(({ value }) => value)).optional(),
});

const types: Record<ExportFormat, string> = { csv: "text/csv", ndjson: "application/x-ndjson" };

/** Who did what; the verbs restrict it to owners and admins. */
export function auditRoutes({ member }: Frame, deps: DashboardDeps): void {
  member.get(list, async (visit) => {
    const asked = visit.c.req.query("solicitud") ?? "";
    if (asked !== "") return goTo(`${pathOf(visit)}/${encodeURIComponent(asked.trim())}`);
    const { query, span, filter, after } = read(visit);
    const { calls, next } = await listCalls(visit.ctx, filter, { limit: rowsOfPage, after });
    const page = (
      <AuditPage
        nav={personNav(visit)}
        organizationId={visit.membership.organizationId}
        calls={calls}
        filters={query.filters}
        span={span.value}
        isFiltered={query.isFiltered}
        names={await namesIn(visit, calls)}
        next={query.next(next === null ? null : [next])}
        first={query.first}
        exportHref={`${pathOf(visit)}/exportar${new URL(visit.c.req.url).search}`}
      />
    );
    return visit.show(page);
  });

  member.get(`${list}/exportar`, async (visit) => {
    const { query, filter, after } = read(visit);
    const next = await placeBehind(visit.ctx, filter, { count: exportedRows, after });
    const { search } = new URL(visit.c.req.url);
    const page = (
      <AuditExportPage
        nav={personNav(visit)}
        organizationId={visit.membership.organizationId}
        csv={`${pathOf(visit)}/exportar.csv${search}`}
        ndjson={`${pathOf(visit)}/exportar.ndjson${search}`}
        next={query.next(next === null ? null : [next])}
        rows={exportedRows}
      />
    );
    return visit.show(page);
  });

  for (const format of ["csv", "ndjson"] as const) {
    member.get(`${list}/exportar.${format}`, (visit) =>
      handOutOnRecord(visit, { verb: "export_audit" }, async (inside) => {
        const { filter, after } = read(inside);
        const text = await exportCalls(inside.ctx, filter, { format, after });
        return fileAnswer(text, { name: `auditoria.${format}`, type: types[format] });
      }),
    );
  }

  member.get(`${list}/:request`, async (visit) => {
    const requestId = idIn(visit, "request");
    const calls = await callsOfRequest(visit.ctx, requestId);
    if (calls.length === 0) return showMissing(visit);
    const page = (
      <AuditRequestPage
        nav={personNav(visit)}
        organizationId={visit.membership.organizationId}
        requestId={requestId}
        calls={calls}
        names={await namesIn(visit, calls)}
      />
    );
    return visit.show(page);
  });

  /** The filters in the address. */
  function read(visit: MemberRequest) {
    const query = listQuery(visit, Filters);
    const { actor, herramienta, resultado, hasta, tiempo } = query.filters;
    const span = auditSpans.find(({ value }) => value === tiempo) ?? usualSpan;
    const now = deps.clock.now();
    const to = hasta === undefined ? now : startOfDay(addDays(hasta, 1));
    const filter: CallFilter = {
      actorId: actor,
      operation: herramienta,
      outcome: resultado,
      from: new Date(to.getTime() - span.hours * hourMs),
      to,
    };
    const [place] = query.place ?? [];
    return {
      query,
      span,
      filter,
      after: place !== undefined && isCallPlace(place) ? place : undefined,
    };
  }
}

/** The names of the calls' actors and connections. */
async function namesIn({ ctx }: MemberRequest, calls: readonly CallRow[]): Promise<Names> {
  const ids = calls.flatMap(({ actorId, onBehalfOf }) => [actorId, onBehalfOf ?? actorId]);
  const actors = await namesOfActors(ctx, ids);
  return new Map([...actors, ...(await connectionNames(ctx, ctx.catalogue))]);
}

function pathOf({ membership }: MemberRequest): string {
  return auditPath(membership.organizationId);
}
