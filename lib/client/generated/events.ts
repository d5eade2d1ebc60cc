// Written by "npm run client:types" from the catalogue: change that, not this.
/* eslint-disable max-lines */

import type { ErrorCode } from "./codes.ts";

/** What `data` of an event holds, type by type. */
export interface EventData {
  "sync.succeeded": {
    job_id: string;
    connection: {
      id: string;
      connector: string;
      label: string;
    };
    alcances: string[];
    periodo: string;
    trigger: "manual" | "scheduled" | "link";
    request_id: string;
    status: "succeeded";
    records_synced: number;
    last_error: null;
    outcomes: {
      /** El módulo que se leyó */
      alcance: string;
      /** partial: se guardó lo leído y faltan filas; failed: no se guardó nada */
      status: "ok" | "partial" | "failed";
      records_synced: number;
      /** Solo con failed: por qué no se leyó */
      error?: ErrorCode;
      incompletos?: number;
      completo?: boolean;
    }[];
  };
  "sync.failed": {
    job_id: string;
    connection: {
      id: string;
      connector: string;
      label: string;
    };
    alcances: string[];
    periodo: string;
    trigger: "manual" | "scheduled" | "link";
    request_id: string;
    status: "failed";
    records_synced: null;
    last_error: ErrorCode;
    outcomes: {
      /** El módulo que se leyó */
      alcance: string;
      /** partial: se guardó lo leído y faltan filas; failed: no se guardó nada */
      status: "ok" | "partial" | "failed";
      records_synced: number;
      /** Solo con failed: por qué no se leyó */
      error?: ErrorCode;
      incompletos?: number;
      completo?: boolean;
    }[];
  };
  "connect_session.consumed": {
    session: {
      id: string;
    };
    connection: {
      id: string;
      connector: string;
    };
    verified: boolean | null;
    consumed_at: string;
  };
  "tributario.honorarios.issued": {
    request_id: string;
    connection_id: string;
    document_version: number;
    state: string;
  };
  "tributario.honorarios.inconclusive": {
    request_id: string;
    connection_id: string;
    document_version: number;
    state: string;
  };
  "tributario.honorarios.rejected": {
    request_id: string;
    connection_id: string;
    document_version: number;
    state: string;
  };
  "tributario.honorarios.document_available": {
    request_id: string;
    connection_id: string;
    document_version: number;
    state: string;
  };
  "webhook.test": {
    test: true;
    message: string;
    endpoint_id: string;
  };
}
