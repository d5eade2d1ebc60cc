import { newId } from "#lib/kernel/ids.ts";
import { proposeRecipient, setRecipient, turnFolders } from "#lib/acts/folders/index.ts";
import { plantFile } from "./file.ts";
import type { Planted } from "./reading.ts";

/** A folder that exists for its recipient and here, and a proposal that waits for a person. */
export async function plantFolder(
  api: Planted,
  organizationId: string,
  operationId: string,
): Promise<string> {
  const ctx = api.contextOf(organizationId);
  const now = api.clock.now();
  const id = newId("carp", now);
  const bytes = Buffer.from("%PDF-1.7 a folder");
  await plantFile(api, { organizationId, operationId, kind: "carpeta" }, bytes);
  await api.database.owner(
    `insert into tax_folder_requests (id, organization_id, connection_id, operation_id, actor_kind, actor_id,
       kind, purpose, revision, recipient, mail, delivery, state, code, consultable_until, document_bytes,
       document_sha256, downloads, expires_at, created_at, updated_at)
     select $1, organization_id, connection_id, id, actor_kind, actor_id, 'creditos', 'Crédito de capital', 1,
       'Arriendos Ñuble', 'a@example.com', 'destinatario_y_servicio', 'lista', '5510042231', '2027-02-19', $3,
       'x', 0, $4, $5, $5 from operations where id = $2`,
    [id, operationId, bytes.length, new Date(now.getTime() + 30 * 86_400_000), now],
  );
  await turnFolders(ctx, { on: true });
  const recipient = { institucion: null, nombre: "Arriendos Ñuble", correo: "a@example.com" };
  await setRecipient(ctx, { ...recipient, entrega: "destinatario_y_servicio" });
  const other = { institucion: "104", nombre: "Banco Ñandú", correo: "creditos@nandu.example" };
  await proposeRecipient(ctx, { ...other, entrega: "destinatario" });
  return id;
}
