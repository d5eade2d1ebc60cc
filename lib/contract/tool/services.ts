import type { AcrossService } from "../dataset/across-connections.ts";
import type { ConnectionPage, ConnectionPart, ToolConnection } from "./connection.ts";
import type { RecordPage, RecordQuery } from "../dataset/dataset.ts";
import type { ExportService } from "./exports.ts";
import type { IndicatorReader } from "./indicators.ts";
import type { LinkService } from "./links.ts";
import type { SyncAnswer, VerifyAnswer } from "./sync-outcome.ts";

export interface SystemSummary {
  sistema: string;
  nombre: string;
  tipo: string;
  habilitado: boolean;
  alcances: string[];
  camposCredencial: { nombre: string; etiqueta: string; secreto: boolean }[];
  requiereConexion: boolean;
}

interface SyncRequest {
  periodo: string;
  alcances?: string[] | undefined;
  esperarSegundos: number;
}

export interface SyncService {
  request(connection: ToolConnection, input: SyncRequest): Promise<SyncAnswer>;
  verify(connection: ToolConnection): Promise<VerifyAnswer>;
}

/** The verbs of the domains that tools may call, each already bound to the caller. */
export interface ToolServices {
  records: { read(query: RecordQuery): Promise<RecordPage> };
  across: AcrossService;
  exports: ExportService;
  indicators: IndicatorReader;
  connections: { list(part: ConnectionPart): Promise<ConnectionPage> };
  syncs: SyncService;
  links: LinkService;
  systems(): SystemSummary[];
}
