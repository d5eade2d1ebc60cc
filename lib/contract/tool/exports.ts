import type { z } from "zod";
import type { Cobertura } from "../dataset/cobertura.ts";

/** What to export as a file: the rows of a tool, for connections that the caller names. */
export interface ExportQuery {
  toolId: string;
  /** Its filters, and which fields of its rows. */
  input: Record<string, unknown>;
  connectionIds: readonly string[];
  format: ExportFormat;
}

export const exportFormats = ["ndjson", "csv"] as const;
type ExportFormat = (typeof exportFormats)[number];

export interface OfferedExport {
  url: string;
  expiresAt: Date;
  fileName: string;
  mediaType: string;
  coverages: { connectionId: string; connector: string; cobertura: z.input<typeof Cobertura> }[];
  /** Connections that are not in the file, with the code that their own tool returns. */
  omitted: { connectionId: string; code: string }[];
}

export interface ExportService {
  /** Refused as a whole when none of the connections can be read. */
  offer(query: ExportQuery): Promise<OfferedExport>;
}
