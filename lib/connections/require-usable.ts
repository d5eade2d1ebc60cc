import type { ToolConnection } from "#lib/contract/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";

/** Without a live credential nothing can log in; the error names the call that brings a new one. */
export function requireLiveCredential(
  connection: Pick<ToolConnection, "id" | "connector" | "credencial">,
): void {
  if (connection.credencial === "viva") return;
  throw new AppError("connection_credential_required", {
    details: {
      credencial: connection.credencial,
      fix: {
        tool_id: "conexiones.enlace.crear",
        input: {
          sistema: connection.connector,
          modo: "reconectar",
          conexionId: connection.id,
        },
      },
    },
  });
}

/**
 * Without an account that the service may use, a person must allow access again at the provider.
 */
export function requireAccount({ credencial }: Pick<ToolConnection, "credencial">): void {
  if (credencial === "viva") return;
  throw new AppError("connected_account_required");
}
