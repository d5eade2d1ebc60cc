import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import type { UsedFolios } from "#infra/sandbox/index.ts";
import { writeWhole } from "./write-whole.ts";

const Kept = z.record(z.string(), z.number());

/**
 * The simulated authority begins anew at each start and each reset, but the service has kept the folios that it was
 * given: one of them again would be no proof of a new document.
 */
export function keptFolios(dataDir: string): UsedFolios {
  const file = path.join(dataDir, "folios.json");
  const known = existsSync(file) ? Kept.parse(JSON.parse(readFileSync(file, "utf8"))) : {};
  return {
    last: (series) => known[series],
    use: (series, folio) => {
      known[series] = folio;
      writeWhole(file, JSON.stringify(known));
    },
  };
}
