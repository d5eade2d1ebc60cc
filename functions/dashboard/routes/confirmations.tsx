import * as z from "zod";
import type { Child } from "hono/jsx";
import {
  listPreparations,
  showPreparation,
  type ShownPreparation,
} from "#lib/acts/documents/index.ts";
import { confirmPreparation, rejectPreparation } from "#lib/ledger/index.ts";
import { mayIssue } from "#lib/identity/index.ts";
import { goTo } from "../request/answer.ts";
import { pageAbove } from "../request/form-rules.ts";
import type { Frame } from "../frame/frame.tsx";
import { ListedInstant, listQuery, rowsOfPage } from "../frame/list-query.ts";
import { personNav, type MemberRequest } from "../request/page-request.ts";
import { idIn } from "../frame/path-ids.ts";
import { ConfirmationPage } from "../pages/operations/confirmation-page.tsx";
import { ConfirmationsPage, confirmationsPath } from "../pages/operations/confirmations-page.tsx";
import { Done, Note } from "../pages/parts/parts.tsx";
import { TwoValuesTable } from "../pages/parts/two-values.tsx";
import { readSeenDocument, seenDocument } from "../texts/seen-document.ts";
import { plainText } from "../texts/words.ts";
import { showMissing, toldOnPage } from "./found.tsx";

const list = "/dashboard/:org/confirmaciones";
const one = `${list}/:prv`;

/** Where a person confirms or rejects a document. The link to the page carries no rights. */
export function confirmationRoutes({ member }: Frame): void {
  member.get(list, async (visit) => {
    const { organizationId } = visit.membership;
    const { place, next, first } = listQuery(visit, z.object({}));
    const after =
      place?.length === 3 && ListedInstant.safeParse(place[1]).success ? place : undefined;
    const found = await listPreparations(visit.ctx, { limit: rowsOfPage, after });
    return visit.show(
      <ConfirmationsPage
        nav={personNav(visit)}
        organizationId={organizationId}
        waiting={found.preparations}
        asked={found.asked}
        next={next(found.next)}
        first={first}
      />,
    );
  });

  member.get(one, (visit) => show(visit, () => noteOf(visit.note)));

  member.post(`${one}/confirmar`, { verb: "confirm_preparation", fresh: true }, (visit) =>
    unlessDecided(visit, async () => {
      const seenHash = visit.fields.get("visto") ?? "";
      const decision = await confirmPreparation(visit.ctx, idIn(visit, "prv"), { seenHash });
      switch (decision.kind) {
        case "changed":
          return show(
            visit,
            (now) => <Changed seen={visit.fields.get("documento")} now={now} />,
            409,
          );
        case "decided":
          return goTo(`${pathOf(visit)}?nota=confirmada`);
      }
    }),
  );

  const rejecting = { verb: "reject_preparation", once: pageAbove } as const;
  member.post(`${one}/rechazar`, rejecting, (visit) =>
    unlessDecided(visit, async () => {
      await rejectPreparation(visit.ctx, idIn(visit, "prv"));
      return goTo(`${pathOf(visit)}?nota=rechazada`);
    }),
  );
}

/**
 * The page itself says who decided, when it ended, and the outcome. Of a document without a page,
 * because its connection was deleted, nothing is decided.
 */
async function unlessDecided(
  visit: MemberRequest,
  act: () => Promise<Response>,
): Promise<Response> {
  if ((await showPreparation(visit.ctx, idIn(visit, "prv"))) === null) return showMissing(visit);
  const codes = [
    "forbidden",
    "tributario_preview_token_invalid",
    "tributario_preview_token_expired",
  ] as const;
  return toldOnPage(act, codes, (error) => {
    if (error.code === "forbidden" && error.details?.["reason"] !== "rechazada") throw error;
    return show(visit, () => <TooLate />, error.entry.status);
  });
}

function TooLate() {
  return (
    <Note title="No cambiamos nada">
      <p>Llegaste tarde: esto es lo que pasó con el documento.</p>
    </Note>
  );
}

async function show(
  visit: MemberRequest,
  note: (shown: ShownPreparation) => Child,
  status = 200,
): Promise<Response> {
  const shown = await showPreparation(visit.ctx, idIn(visit, "prv"));
  if (shown === null) return showMissing(visit);
  const { membership, seal } = visit;
  const path = pathOf(visit);
  const isOpen = shown.state === "waiting" || shown.state === "confirmed";
  const seals =
    isOpen && mayIssue(membership)
      ? { confirm: seal(`${path}/confirmar`), reject: seal(`${path}/rechazar`) }
      : null;
  const page = (
    <ConfirmationPage
      nav={personNav(visit)}
      organizationId={membership.organizationId}
      shown={shown}
      seals={seals}
      note={note(shown)}
    />
  );
  return visit.show(page, { status });
}

const pathOf = (visit: MemberRequest): string =>
  `${confirmationsPath(visit.membership.organizationId)}/${encodeURIComponent(idIn(visit, "prv"))}`;

/** `seen`: the fields of the form that describe the document on screen. */
function Changed({ seen, now }: { seen: string | null; now: ShownPreparation }) {
  const before = readSeenDocument(seen);
  const values = seenDocument(now).map(([label, value]) => {
    return { label, now: value, yours: plainText(before.get(label) ?? "–") };
  });
  return (
    <>
      <Note title="El documento cambió">
        <p>No es el que confirmabas. No decidimos nada: mira los dos.</p>
      </Note>
      <TwoValuesTable
        values={values}
        caption="El documento de ahora y el que tenías en pantalla"
        yours="Lo que veías"
      />
    </>
  );
}

function noteOf(name: string | undefined) {
  if (name === "confirmada") return <Done>Quedó confirmado.</Done>;
  if (name === "rechazada") return <Done>Quedó rechazado: nadie lo emite.</Done>;
  return undefined;
}
