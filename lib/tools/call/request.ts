import type { CallRecords } from "#lib/audit/index.ts";
import type { Clock } from "#lib/kernel/clock.ts";
import type { Cursors } from "#lib/kernel/cursor.ts";
import type { AccessTokens } from "#lib/identity/index.ts";
import type { Callers, Failures, Refusals } from "#lib/limits/index.ts";
import type { Log } from "#lib/kernel/log.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import type { Database } from "#lib/db/database.ts";
import type { Queue } from "#lib/platform/queue.ts";
import type { Vault } from "#lib/vault/index.ts";
import type { IndicatorReader, Surface } from "#lib/contract/index.ts";
import type { Systems } from "../catalogue.ts";

/** Everything that running tools needs, built once by the entry point. */
export interface ExecuteDeps {
  db: Database;
  clock: Clock;
  log: Log;
  secret: ServiceSecret;
  /** Access tokens, checked before anything is looked up about their grant. */
  tokens: AccessTokens;
  cursors: Cursors;
  vault: Vault;
  catalogue: Systems;
  indicators: IndicatorReader;
  queue: Queue;
  emissionQueue: Queue;
  /** Recent failures by address, and keys' recent refusals. */
  failures: Failures;
  refusals: Refusals;
  /** Who the callers are. */
  callers: Callers;
  /** Where every call is recorded. */
  callRecords: CallRecords;
  /** The service's public address. */
  baseUrl: string;
}

export interface SignedIn {
  organizationId: string;
  userId: string;
}

/** One call as a surface received it. Nothing in it has been checked. */
export interface ToolRequest {
  surface: Surface;
  toolId: string;
  authorization: string | undefined;
  /** Instead of a bearer: the person who is signed in, on a surface that has verified it. */
  member?: SignedIn | undefined;
  /** Where the request came from; null if no trusted proxy names it. */
  address: string | null;
  connection: string | undefined;
  idempotencyKey: string | undefined;
  traceLabel: string | undefined;
  clientLabel: string | undefined;
  /** The surface's own, where its answers name one; by default a new one. */
  requestId?: string | undefined;
  /** Reads and parses the body: refuses a wrong media type, size or JSON. */
  readBody(): Promise<unknown>;
  /**
   * The input to read with instead, where the surface cannot deliver such a long answer; null where
   * it can. It stays one call: one record, one count against its quota, one answer under its key.
   */
  shorter?(input: unknown, data: unknown): unknown;
}

export interface ToolAnswer {
  status: number;
  headers: Record<string, string>;
  body: SuccessEnvelope | RefusalEnvelope;
}

export interface CallMeta {
  request_id: string;
  operation_request_id?: string;
  tool_id?: string;
  plane: "action" | "control";
  latency_ms: number;
  audit_status: "recorded" | "not_recorded";
  idempotency?: "stored" | "replayed";
  /** How many rows were requested, and how many a shortened page has. */
  page?: { asked: number; given: number };
  /** The fields of the answer that contain texts of third parties. */
  untrusted?: readonly string[];
}

interface SuccessEnvelope {
  data: unknown;
  meta: CallMeta;
}

export interface RefusalEnvelope {
  error: {
    code: string;
    message: string;
    suggested_fix: string;
    request_id: string;
    details: Record<string, unknown> | null;
  };
  meta: CallMeta;
}
