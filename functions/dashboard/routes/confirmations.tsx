import type { Child } from "hono/jsx";
import {
  confirmPreparation,
  listPreparations,
  rejectPreparation,
  showPreparation,
} from "#lib/emissions/index.ts";
import { mayIssue } from "#lib/identity/index.ts";
import { goTo } from "../frame/answer.ts";
import type { Frame } from "../frame/frame.tsx";
import { navOf, type MemberRequest } from "../frame/page-request.ts";
import { ConfirmationPage } from "../pages/confirmation-page.tsx";
import { ConfirmationsPage, confirmationsPath } from "../pages/confirmations-page.tsx";
import { MissingPage } from "../pages/message-pages.tsx";
import { Done, Note } from "../pages/parts.tsx";

const list = "/dashboard/:org/confirmaciones";
const one = `${list}/:prv`;

/** Where a person says that a document is issued, or that it is not. The link to it carries no right. */
export function confirmationRoutes({ member }: Frame): void {
  member.get(list, async (visit) => {
    const { organizationId } = visit.membership;
    const waiting = await listPreparations(visit.ctx);
    return visit.show(<ConfirmationsPage nav={navOf(visit)} {...{ organizationId, waiting }} />);
  });

  member.get(one, (visit) => show(visit, noteOf(visit.c.req.query("nota"))));

  member.post(`${one}/confirmar`, { verb: "confirm_preparation", fresh: true }, async (visit) => {
    const seenHash = visit.fields.get("visto") ?? "";
    const decision = await confirmPreparation(visit.ctx, idIn(visit), { seenHash });
    switch (decision.kind) {
      case "changed":
        return show(visit, <Changed seenHash={seenHash} />, 409);
      case "decided":
        return goTo(`${pathOf(visit)}?nota=confirmada`);
    }
  });

  member.post(`${one}/rechazar`, { verb: "reject_preparation" }, async (visit) => {
    await rejectPreparation(visit.ctx, idIn(visit));
    return goTo(`${pathOf(visit)}?nota=rechazada`);
  });
}

async function show(visit: MemberRequest, note?: Child, status = 200): Promise<Response> {
  const shown = await showPreparation(visit.ctx, idIn(visit));
  if (shown === null) return visit.show(<MissingPage />, { status: 404 });
  const { membership, seal } = visit;
  const path = pathOf(visit);
  const isOpen = shown.state === "waiting" || shown.state === "confirmed";
  const seals =
    isOpen && mayIssue(membership)
      ? { confirm: seal(`${path}/confirmar`), reject: seal(`${path}/rechazar`) }
      : null;
  const page = (
    <ConfirmationPage
      nav={navOf(visit)}
      organizationId={membership.organizationId}
      shown={shown}
      seals={seals}
      note={note}
    />
  );
  return visit.show(page, { status });
}

const idIn = ({ c }: MemberRequest): string => c.req.param("prv") ?? "";

const pathOf = (visit: MemberRequest): string =>
  `${confirmationsPath(visit.membership.organizationId)}/${encodeURIComponent(idIn(visit))}`;

function Changed({ seenHash }: { seenHash: string }) {
  return (
    <Note title="El documento cambió">
      <p>
        Confirmabas <code class="id">{seenHash.slice(0, 12)}</code>, y el de ahora es otro: es el
        que ves abajo. No decidimos nada.
      </p>
    </Note>
  );
}

function noteOf(name: string | undefined) {
  if (name === "confirmada") return <Done>Quedó confirmado.</Done>;
  if (name === "rechazada") return <Done>Quedó rechazado: nadie lo emite.</Done>;
  return undefined;
}
