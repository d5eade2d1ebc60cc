import type { ShownOperation } from "#lib/acts/documents/index.ts";
import type { MemberRequest } from "../request/page-request.ts";
import type { OperationOffers } from "../pages/operations/operation-page.tsx";

const tools = { pdf: "dte_pdf.obtener", look: "emision.reconciliar" } as const;

export type OfferedTool = (typeof tools)[keyof typeof tools];

/** Offers a button only for what its system can do: without documents, no button for one. */
export async function offersOf(
  { ctx, membership }: MemberRequest,
  { row, hasConnection }: ShownOperation,
): Promise<OperationOffers> {
  const isIn = async (tool: OfferedTool): Promise<boolean> =>
    (await ctx.execute.catalogue.find(`${row.connector}.${tool}`)) !== null;
  // While an organization waits for its deletion, no document leaves it.
  const isLeaving = membership.deletesAt !== null;
  return {
    pdf: row.state === "done" && hasConnection && !isLeaving && (await isIn(tools.pdf)),
    look: row.state === "unknown" && hasConnection && (await isIn(tools.look)),
  };
}
