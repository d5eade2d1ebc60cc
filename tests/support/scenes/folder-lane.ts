import type { Context } from "#lib/db/context.ts";
import { setRecipient, turnFolders } from "#lib/acts/folders/index.ts";
import type { Answered } from "./api.ts";
import { asMember, plantMember } from "./grants.ts";
import type { FeeCaller, FeeLane } from "./fee-lane.ts";

export const folderRecipient = {
  institucion: null,
  nombre: "Arriendos Ñuble",
  correo: "a@example.com",
  entrega: "destinatario_y_servicio",
} as const;

export interface FolderCaller extends FeeCaller {
  id: string;
  /** An admin of the organization, who requested nothing. */
  admin: Context;
  member: Context;
}

/** An organization that may request folders at the played portal, with a confirmed recipient. */
export async function folderCaller(lane: FeeLane): Promise<FolderCaller> {
  const owner = await lane.issuer();
  const operator = lane.contextOf(owner.id);
  await turnFolders(operator, { on: true });
  await setRecipient(operator, folderRecipient);
  const app = { ...operator, db: lane.database.app };
  const of = async (role: "admin" | "member") =>
    asMember(app, await plantMember(lane.database, owner.id, { role }));
  return { ...owner, admin: await of("admin"), member: await of("member") };
}

export function askFolder(
  lane: FeeLane,
  caller: FeeCaller,
  more: Record<string, unknown> = {},
): Promise<Answered> {
  const asked = { tipo: "creditos", finalidad: "Crédito de capital", esperarSegundos: 0 };
  return lane.call("carpeta.solicitar", { ...asked, ...more }, caller);
}

/** The request's row. */
export async function folderRow(lane: FeeLane, id: unknown): Promise<Record<string, unknown>> {
  const query = "select * from tax_folder_requests where id = $1";
  const [row] = await lane.database.owner(query, [id]);
  return row ?? {};
}
