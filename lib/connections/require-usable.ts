import type { ToolConnection } from "#lib/contract/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";

/** Every module that is asked for must be one of the connection. */
export function requireModules(
  connection: Pick<ToolConnection, "alcances">,
  asked: readonly string[],
): void {
  const missing = asked.find((alcance) => !connection.alcances.includes(alcance));
  if (missing === undefined) return;
  throw new AppError("alcance_not_enabled", { details: { alcance: missing } });
}

/** Without one nothing can log in; the error names the call that brings a new one. */
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

/** Without an account that the service may use, a person has to allow it again at the provider. */
export function requireAccount({ credencial }: Pick<ToolConnection, "credencial">): void {
  if (credencial === "viva") return;
  throw new AppError("connected_account_required");
}
