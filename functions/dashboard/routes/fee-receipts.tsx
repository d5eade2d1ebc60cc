import * as z from "zod";
import { feeRequestKinds, feeRequestStates } from "#lib/acts/fee-receipts/index.ts";
import { listRequests, showRequest } from "#lib/acts/fee-receipts/index.ts";
import type { AppError } from "#lib/kernel/errors/index.ts";
import { pageOf } from "#lib/kernel/cursor.ts";
import { fileAnswer, goTo, statusOf } from "../request/answer.ts";
import type { Frame } from "../frame/frame.tsx";
import { listQuery, rowsOfPage } from "../frame/list-query.ts";
import { personNav, type MemberRequest } from "../request/page-request.ts";
import { idIn } from "../frame/path-ids.ts";
import { FeeReceiptPage } from "../pages/operations/fee-receipt-page.tsx";
import { feeReceiptPath, FeeReceiptsPage } from "../pages/operations/fee-receipts-page.tsx";
import { Done } from "../pages/parts/parts.tsx";
import { callTool } from "./call-tool.ts";
import { Refused } from "./connection-views.tsx";
import { foundOrMissing, isManager, toldOnPage } from "./found.tsx";
import { toldOfSyncs } from "./told-of-syncs.ts";

const list = "/dashboard/:org/honorarios";
const one = `${list}/:hon`;
const filters = z.object({
  estado: z.enum(feeRequestStates).optional(),
  tipo: z.enum(feeRequestKinds).optional(),
});

/** Requested fee receipts: owners and admins see all of them, members their own. */
export function feeReceiptRoutes({ member }: Frame): void {
  member.get(list, async (visit) => {
    const query = listQuery(visit, filters);
    const { estado: state, tipo } = query.filters;
    const found = await listRequests(visit.ctx, {
      state,
      tipo,
      limit: rowsOfPage + 1,
      after: query.place?.[0],
    });
    const { page: requests, last } = pageOf(found, rowsOfPage);
    const page = (
      <FeeReceiptsPage
        nav={personNav(visit)}
        organizationId={visit.membership.organizationId}
        requests={requests}
        list={query}
        next={query.next(last === null ? null : [last.solicitudId])}
        filter={{ estado: state ?? "", tipo: tipo ?? "" }}
        isManager={isManager(visit)}
        now={visit.ctx.clock.now()}
      />
    );
    return visit.show(page);
  });

  member.get(one, (visit) => foundOrMissing(visit, () => show(visit)));

  member.get(`${one}/documento.pdf`, (visit) =>
    foundOrMissing(visit, async () => {
      const { solicitudId } = await requestIn(visit);
      // The first download uses the portal, so a link from another site leads to the page with the button.
      const isForeign = visit.c.req.header("sec-fetch-site") === "cross-site";
      if (isForeign || isLeaving(visit)) return goTo(pathTo(visit, solicitudId));
      return toldOnPage(
        async () => {
          const answer = await callOn(visit, "honorarios_documento.obtener");
          const bytes = Buffer.from(String(answer["contenidoBase64"]), "base64");
          return fileAnswer(bytes, {
            name: String(answer["nombreArchivo"]),
            type: "application/pdf",
          });
        },
        toldOfSyncs,
        (error) => show(visit, error),
      );
    }),
  );

  const looking = { verb: "reconcile_fee_receipt", recorded: "itself" } as const;
  member.post(`${one}/mirar`, looking, (visit) =>
    foundOrMissing(visit, () =>
      toldOnPage(
        async () => {
          const { solicitudId } = await requestIn(visit);
          await callOn(visit, "honorarios.reconciliar");
          return goTo(`${pathTo(visit, solicitudId)}?nota=mirada`);
        },
        toldOfSyncs,
        (error) => show(visit, error),
      ),
    ),
  );
}

async function show(visit: MemberRequest, error?: AppError): Promise<Response> {
  const request = await requestIn(visit);
  const looked = <Done>Miramos la lista de la autoridad.</Done>;
  const note = visit.note === "mirada" ? looked : undefined;
  const page = (
    <FeeReceiptPage
      nav={personNav(visit)}
      organizationId={visit.membership.organizationId}
      request={request}
      isLeaving={isLeaving(visit)}
      isManager={isManager(visit)}
      seal={visit.seal}
      now={visit.ctx.clock.now()}
      note={error === undefined ? note : <Refused error={error} />}
    />
  );
  return visit.show(page, statusOf(error));
}

function requestIn(visit: MemberRequest) {
  return showRequest(visit.ctx, idIn(visit, "hon"));
}

/** A tool of the system about this request. */
async function callOn(
  visit: MemberRequest,
  tool: "honorarios.reconciliar" | "honorarios_documento.obtener",
): Promise<Record<string, unknown>> {
  const { connectionId: connection, solicitudId } = await requestIn(visit);
  return callTool(visit, { toolId: `tributario.${tool}`, connection, input: { solicitudId } });
}

function isLeaving({ membership }: MemberRequest): boolean {
  return membership.deletesAt !== null;
}

function pathTo({ membership }: MemberRequest, solicitudId: string): string {
  return feeReceiptPath(membership.organizationId, solicitudId);
}
