import * as z from "zod";
import { listOperations, showOperation, type ShownOperation } from "#lib/acts/documents/index.ts";
import { readReceipt } from "#lib/ledger/index.ts";
import type { AppError } from "#lib/kernel/errors/index.ts";
import type { DashboardDeps } from "../deps.ts";
import { fileAnswer, goTo, statusOf } from "../request/answer.ts";
import { handOutOnRecord } from "../frame/carry-out.tsx";
import type { Frame } from "../frame/frame.tsx";
import { listQuery } from "../frame/list-query.ts";
import { personNav, type MemberRequest } from "../request/page-request.ts";
import { idIn } from "../frame/path-ids.ts";
import { OperationPage } from "../pages/operations/operation-page.tsx";
import { operationPath, OperationsPage } from "../pages/operations/operations-page.tsx";
import { Done } from "../pages/parts/parts.tsx";
import { operationFilters } from "../texts/operation-words.ts";
import { callTool } from "./call-tool.ts";
import { Refused } from "./connection-views.tsx";
import { showMissing, toldOnPage } from "./found.tsx";
import { offersOf, type OfferedTool } from "./operation-offers.ts";
import { toldOfSyncs } from "./told-of-syncs.ts";

const list = "/dashboard/:org/emisiones";
const one = `${list}/:oper`;
const filters = z.object({
  estado: z.enum(["emitido", "rechazado", "desconocido", "abierto", "liberado"]).optional(),
});

/** What was issued, what was not, and what is still unknown. */
export function operationRoutes({ member }: Frame, { baseUrl, receiptKeys }: DashboardDeps): void {
  member.get(list, async (visit) => {
    const query = listQuery(visit, filters);
    const { estado } = query.filters;
    const filter = estado === undefined ? null : operationFilters[estado];
    const found = await listOperations(visit.ctx, { place: query.place, filter, limit: 50 });
    const { organizationId } = visit.membership;
    const page = (
      <OperationsPage
        nav={personNav(visit)}
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

  member.get(one, (visit) => show(visit));

  member.get(`${one}/recibo.json`, async (visit) => {
    const shown = await operationIn(visit);
    const recibo = shown?.row.receipt ?? null;
    if (shown === null || recibo === null) return showMissing(visit);
    const read = readReceipt(recibo, receiptKeys);
    const llaves = new URL("/.well-known/connect-receipts.json", baseUrl).href;
    const contenido = read.kind === "not_signed" ? null : read.claims;
    const text = JSON.stringify({ recibo, contenido, llaves }, null, 2);
    const file = { name: `recibo-${shown.row.id}.json`, type: "application/json" };
    return handOutOnRecord(visit, { verb: "export_receipt" }, async () => fileAnswer(text, file));
  });

  member.get(`${one}/documento.pdf`, async (visit) => {
    const shown = await operationIn(visit);
    if (shown?.row.state !== "done" || !shown.hasConnection) return showMissing(visit);
    // The first download uses the portal, so a link from another site leads to the page with the button.
    const isForeign = visit.c.req.header("sec-fetch-site") === "cross-site";
    if (isForeign || !(await offersOf(visit, shown)).pdf) return goTo(pathTo(visit, shown));
    return toldOnPage(
      async () => {
        const { contenidoBase64, nombreArchivo } = await callOn(visit, shown, "dte_pdf.obtener");
        const bytes = Buffer.from(String(contenidoBase64), "base64");
        return fileAnswer(bytes, { name: String(nombreArchivo), type: "application/pdf" });
      },
      toldOfSyncs,
      (error) => show(visit, error),
    );
  });

  const reconciling = { verb: "reconcile_operation", recorded: "itself" } as const;
  member.post(`${one}/reconciliar`, reconciling, async (visit) => {
    const shown = await operationIn(visit);
    if (shown === null || !shown.hasConnection) return showMissing(visit);
    // Already known, or its system is checked automatically: the page shows the outcome.
    if (!(await offersOf(visit, shown)).look) return goTo(pathTo(visit, shown));
    return toldOnPage(
      async () => {
        await callOn(visit, shown, "emision.reconciliar");
        return goTo(`${pathTo(visit, shown)}?nota=mirada`);
      },
      toldOfSyncs,
      (error) => show(visit, error),
    );
  });

  async function show(visit: MemberRequest, error?: AppError): Promise<Response> {
    const shown = await operationIn(visit);
    if (shown === null) return showMissing(visit);
    const { membership, seal, ctx } = visit;
    const { receipt, state } = shown.row;
    const note = visit.note === "mirada" ? <Looked state={state} /> : undefined;
    const page = (
      <OperationPage
        nav={personNav(visit)}
        organizationId={membership.organizationId}
        shown={shown}
        receipt={receipt === null ? null : readReceipt(receipt, receiptKeys)}
        offers={await offersOf(visit, shown)}
        seal={seal}
        now={ctx.clock.now()}
        note={error === undefined ? note : <Refused error={error} />}
      />
    );
    return visit.show(page, statusOf(error));
  }
}

function operationIn(visit: MemberRequest): Promise<ShownOperation | null> {
  return showOperation(visit.ctx, idIn(visit, "oper"));
}

function pathTo({ membership }: MemberRequest, { row }: ShownOperation): string {
  return operationPath(membership.organizationId, row);
}

/** A tool of the system that issued the document, about this operation. */
function callOn(
  visit: MemberRequest,
  { row }: ShownOperation,
  tool: OfferedTool,
): Promise<Record<string, unknown>> {
  const { connector, connectionId: connection, id: operacionId } = row;
  return callTool(visit, { toolId: `${connector}.${tool}`, connection, input: { operacionId } });
}

function Looked({ state }: Pick<ShownOperation["row"], "state">) {
  return state === "unknown" ? (
    <Done>Miramos la lista de la autoridad: todavía no aparece.</Done>
  ) : (
    <Done>Miramos la lista de la autoridad: ya se sabe qué pasó.</Done>
  );
}
