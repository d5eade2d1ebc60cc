import { periodoOf } from "#lib/chile/index.ts";
import {
  AppError,
  type ErrorCode,
  type ErrorDetails,
  type Issue,
} from "#lib/kernel/errors/index.ts";
import type { Tool } from "#lib/contract/index.ts";
import type { Call } from "./call.ts";
import { connectionIssuesOf } from "./checks.ts";

/** A call that is ready to be sent as it is. */
export interface FixCall {
  tool_id: string;
  input: unknown;
  connection_id?: string;
  /** Only for a repetition that must carry the very same key. */
  idempotency_key?: string;
}

interface About {
  tool: Tool;
  input: unknown;
  connectionId: string | null;
  key?: string | undefined;
  now: Date;
}

type Failed = Omit<About, "tool"> & { error: AppError; toolId: string; connector: string };

/** The codes whose fix is a call of another tool, or of the same one, and that call. */
export const fixes = {
  validation_error: ({ error }) => (namesConnection(error) ? listConnections : null),
  connection_credential_required: reconnect,
  connection_sync_in_progress: () => listConnections,
  too_many_pending: ({ toolId }) =>
    toolId.endsWith(".conexion.sincronizar") ? listConnections : null,
  connection_session_pending: (failed) =>
    onConnection(failed, "conexion.sincronizar", { periodo: periodoOf(failed.now) }),
  idempotency_in_progress: repeat,
  timeout: repeat,
  tributario_facturador_not_enrolled: reconnect,
  tributario_signing_material_invalid: reconnect,
  tributario_dte_type_not_authorized: () => listConnections,
  tributario_preview_token_invalid: (failed) =>
    wasUsed(failed)
      ? (aboutOperation(failed, "dte_emision.consultar") ?? listDocuments(failed))
      : null,
  tributario_emitter_profile_changed: (failed) => onConnection(failed, "emisor.consultar", {}),
  tributario_anulacion_documento_no_encontrado: (failed) => listDocuments(failed),
  tributario_anulacion_en_curso: (failed) => aboutOperation(failed, "emision.reconciliar"),
  tributario_anulacion_ya_emitida: (failed) =>
    aboutOperation(failed, "dte_emision.consultar") ?? listDocuments(failed),
  tributario_emission_outcome_unknown: (failed) => aboutOperation(failed, "emision.reconciliar"),
} as const satisfies Partial<Record<ErrorCode, (failed: Failed) => FixCall | null>>;

const listConnections: FixCall = { tool_id: "conexiones.estado.consultar", input: {} };

/** The same error with `details.fix`, if its fix is a call and no inner code has set it already. */
export function withFix(
  error: AppError,
  { call, key, now }: { call: Call; key: string | undefined; now: Date },
): AppError {
  const { known, connectionId } = call;
  if (known === null || error.details?.["fix"] !== undefined) return error;
  const fix = fixFor(error, { ...known, connectionId, key, now });
  if (fix === null) return error;
  const details: ErrorDetails = { ...error.details, fix };
  return new AppError(error.code, { details, cause: error.cause });
}

export function fixFor(error: AppError, { tool, ...about }: About): FixCall | null {
  if (!Object.hasOwn(fixes, error.code)) return null;
  const fix = fixes[error.code as keyof typeof fixes];
  return fix({ ...about, error, toolId: tool.id, connector: tool.connector });
}

/** Where a call names its connections: next to the input, or in it. */
const inInput: readonly unknown[] = ["conexiones", "conexionId"];

function namesConnection(error: AppError): boolean {
  if (connectionIssuesOf(error).length > 0) return true;
  const issues = (error.details?.["issues"] ?? []) as Issue[];
  return issues.some(
    ({ code, path: [field] }) =>
      inInput.includes(field) && (code === "unknown_connection" || code === "required"),
  );
}

function reconnect({ connector, connectionId }: Failed): FixCall | null {
  if (connectionId === null) return null;
  const input = { sistema: connector, modo: "reconectar", conexionId: connectionId };
  return { tool_id: "conexiones.enlace.crear", input };
}

/** Without a key a repetition is a new call, which needs no instructions. */
function repeat({ toolId, input, connectionId, key }: Failed): FixCall | null {
  if (key === undefined) return null;
  return {
    tool_id: toolId,
    input,
    ...(connectionId !== null && { connection_id: connectionId }),
    idempotency_key: key,
  };
}

function onConnection(
  { connector, connectionId }: Failed,
  operation: string,
  input: Record<string, unknown>,
): FixCall | null {
  if (connectionId === null) return null;
  return { tool_id: `${connector}.${operation}`, input, connection_id: connectionId };
}

/** The call that lists what each system has issued. */
function listDocuments(failed: Failed): FixCall | null {
  if (failed.connector !== invoicingSystem) return onConnection(failed, "dte.consultar", {});
  const input = { periodo: periodoOf(failed.now), lado: "emitidos" };
  return onConnection(failed, "documentos.consultar", input);
}

/** Another call used the preview. */
function wasUsed({ error }: Failed): boolean {
  return error.details?.["operacionId"] !== undefined;
}

/** Its tools have none about an operation: the key of the call that made it answers for it. */
const invoicingSystem = "facturacion";

function aboutOperation(failed: Failed, operation: string): FixCall | null {
  if (failed.connector === invoicingSystem) return null;
  const operacionId = failed.error.details?.["operacionId"];
  if (typeof operacionId !== "string") return null;
  return onConnection(failed, operation, { operacionId });
}
