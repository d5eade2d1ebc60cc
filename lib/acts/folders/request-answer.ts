import type { FolderRequestAnswer } from "./folder-request.ts";
import type { FolderRequestRow } from "./tax-folders.sql.ts";

/** A request as its maker sees it. */
export function toRequest(row: FolderRequestRow): FolderRequestAnswer {
  const { documentBytes, documentSha256 } = row;
  return {
    solicitudId: row.id,
    tipo: row.kind,
    estado: row.state,
    motivo: row.reason,
    destinatario: { nombre: row.recipient, correo: maskedMail(row.mail) },
    codigo: row.code,
    creadaEn: row.createdAt.toISOString(),
    venceEn: row.expiresAt.toISOString(),
    consultableHasta: row.consultableUntil,
    documento:
      documentBytes === null || documentSha256 === null
        ? null
        : { tamanoBytes: documentBytes, sha256: documentSha256, descargas: row.downloads },
    operacionId: row.operationId,
  };
}

/** `a…@example.com`: enough to recognise one's own. */
function maskedMail(mail: string): string {
  const at = mail.lastIndexOf("@");
  return `${mail.slice(0, 1)}…${mail.slice(at)}`;
}
