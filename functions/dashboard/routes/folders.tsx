import * as z from "zod";
import { AppError, type ErrorCode } from "#lib/kernel/errors/index.ts";
import {
  closeAsManager,
  confirmRecipient,
  folderSettings,
  listFolders,
  rejectRecipient,
  setFolderAside,
  showFolder,
  takeAsManager,
  turnFolders,
  withdrawRecipient,
  folderStates,
} from "#lib/acts/folders/index.ts";
import type { DashboardDeps } from "../deps.ts";
import { fileAnswer, goTo, statusOf } from "../request/answer.ts";
import type { Frame } from "../frame/frame.tsx";
import { listQuery, rowsOfPage } from "../frame/list-query.ts";
import { personNav, type MemberRequest } from "../request/page-request.ts";
import { idIn } from "../frame/path-ids.ts";
import { FolderPage } from "../pages/operations/folder-page.tsx";
import { FolderRecipientPage } from "../pages/operations/folder-recipient-page.tsx";
import { folderPath, FoldersPage, recipientPath } from "../pages/operations/folders-page.tsx";
import { Done } from "../pages/parts/parts.tsx";
import { Refused } from "./connection-views.tsx";
import { isManager, showMissing, toldOnPage } from "./found.tsx";

/** The reason why a document is not available. */
const toldOfDocuments: readonly ErrorCode[] = [
  "collection_not_found",
  "collection_scope_forbidden",
  "collection_expired",
  "collection_inconclusive",
  "collection_identity_mismatch",
  "collection_document_invalid",
  "collection_document_too_large",
];

/** The reason why a folder cannot be closed or set aside. */
const toldOfClosing: readonly ErrorCode[] = [
  "collection_not_found",
  "collection_expired",
  "collection_inconclusive",
  "connection_busy",
];

const list = "/dashboard/:org/carpetas";
const recipient = `${list}/destinatario`;
const one = `${list}/:carp`;
const filters = z.object({ estado: z.enum(folderStates).optional() });

/** What was requested, its documents, and who may receive them. */
export function folderRoutes({ member }: Frame, { execute: { vault } }: DashboardDeps): void {
  member.get(list, async (visit) => {
    const query = listQuery(visit, filters);
    const { place, filters: wanted } = query;
    const state = wanted.estado ?? null;
    const found = await listFolders(visit.ctx, { place, state, limit: rowsOfPage });
    return visit.show(
      <FoldersPage
        nav={personNav(visit)}
        organizationId={visit.membership.organizationId}
        folders={found.folders}
        list={query}
        next={query.next(found.next)}
        filter={wanted.estado ?? ""}
        now={visit.ctx.clock.now()}
      />,
    );
  });

  member.get(recipient, (visit) => showRecipient(visit, noteOf(visit.note)));

  member.post(`${recipient}/permiso`, { verb: "turn_folders", fresh: true }, async (visit) => {
    await turnFolders(visit.ctx, { on: visit.fields.get("permitir") === "si" });
    return goTo(`${pathOf(visit)}?nota=guardado`);
  });

  member.post(
    `${recipient}/confirmar`,
    { verb: "confirm_folder_recipient", fresh: true },
    async (visit) => {
      await confirmRecipient(visit.ctx, revisionIn(visit.fields));
      return goTo(`${pathOf(visit)}?nota=confirmado`);
    },
  );

  member.post(`${recipient}/rechazar`, { verb: "reject_folder_recipient" }, async (visit) => {
    await rejectRecipient(visit.ctx, revisionIn(visit.fields));
    return goTo(`${pathOf(visit)}?nota=rechazado`);
  });

  member.post(
    `${recipient}/quitar`,
    { verb: "withdraw_folder_recipient", fresh: true },
    async (visit) => {
      await withdrawRecipient(visit.ctx, revisionIn(visit.fields));
      return goTo(`${pathOf(visit)}?nota=quitado`);
    },
  );

  member.get(one, (visit) => show(visit));

  // A folder that somebody can still open is revoked even while the organization waits for its deletion.
  const closing = { verb: "close_folder", fresh: true, whileDeleting: true } as const;
  member.post(`${one}/cerrar`, closing, (visit) => decide(visit, closeAsManager));

  member.post(`${one}/apartar`, { verb: "set_folder_aside", fresh: true }, (visit) =>
    decide(visit, setFolderAside),
  );

  member.post(`${one}/documento`, { verb: "take_folder_document", fresh: true }, (visit) =>
    toldOnPage(
      async () => {
        const taken = await takeAsManager({ ...visit.ctx, vault }, idIn(visit, "carp"));
        const name = `carpeta-${taken.request.code ?? taken.request.id}.pdf`;
        return fileAnswer(new Uint8Array(taken.bytes), { name, type: "application/pdf" });
      },
      toldOfDocuments,
      (error) => show(visit, error),
    ),
  );
}

/** Afterwards the folder is shown in its new state. */
function decide(
  visit: MemberRequest,
  verb: (ctx: MemberRequest["ctx"], id: string) => Promise<void>,
): Promise<Response> {
  const id = idIn(visit, "carp");
  return toldOnPage(
    async () => {
      await verb(visit.ctx, id);
      return goTo(folderPath(visit.membership.organizationId, id));
    },
    toldOfClosing,
    (error) => show(visit, error),
  );
}

async function show(visit: MemberRequest, error?: AppError): Promise<Response> {
  const shown = await showFolder(visit.ctx, idIn(visit, "carp"));
  if (shown === null) return showMissing(visit);
  const page = (
    <FolderPage
      nav={personNav(visit)}
      organizationId={visit.membership.organizationId}
      shown={shown}
      seal={isManager(visit) ? visit.seal : null}
      now={visit.ctx.clock.now()}
      note={error === undefined ? undefined : <Refused error={error} />}
    />
  );
  return visit.show(page, statusOf(error));
}

async function showRecipient(visit: MemberRequest, note: ReturnType<typeof noteOf>) {
  const settings = await folderSettings(visit.ctx);
  return visit.show(
    <FolderRecipientPage
      nav={personNav(visit)}
      organizationId={visit.membership.organizationId}
      settings={settings}
      seal={isManager(visit) ? visit.seal : null}
      now={visit.ctx.clock.now()}
      note={note}
    />,
  );
}

const pathOf = ({ membership }: MemberRequest): string => recipientPath(membership.organizationId);

function revisionIn(fields: URLSearchParams): number {
  const revision = z.coerce.number().int().positive().safeParse(fields.get("revision"));
  if (!revision.success) throw new AppError("validation_error");
  return revision.data;
}

function noteOf(name: string | undefined) {
  if (name === "guardado") return <Done>Guardado.</Done>;
  if (name === "confirmado") return <Done>Quedó confirmado.</Done>;
  if (name === "rechazado") return <Done>Quedó rechazado: no es destinatario de nada.</Done>;
  if (name === "quitado") return <Done>Ya no es destinatario de nada.</Done>;
  return undefined;
}
