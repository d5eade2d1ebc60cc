import { todayInSantiago } from "#lib/chile/index.ts";
import type { SystemContext } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { FolderRequestRow } from "./tax-folders.sql.ts";

/** What is known to be made can be revoked, until its recipient can no longer see it anyway. */
export function requireClosable(
  { clock }: Pick<SystemContext, "clock">,
  row: FolderRequestRow,
): void {
  switch (row.state) {
    case "pendiente":
    case "generando":
      throw new AppError("connection_busy");
    case "inconclusa":
      throw new AppError("collection_inconclusive", { details: { solicitudId: row.id } });
    case "rechazada":
      throw new AppError("collection_not_found");
    case "lista":
    case "entregada":
    case "vencida":
    case "cerrando": {
      const until = row.consultableUntil;
      if (until !== null && todayInSantiago(clock.now()) > until) {
        throw new AppError("collection_expired");
      }
      return;
    }
    case "cerrada":
      return;
  }
}
