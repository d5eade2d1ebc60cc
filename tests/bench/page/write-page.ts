import { readFileSync, writeFileSync } from "node:fs";
import type { Run } from "../harness/run-file.ts";
import { page, withFigures } from "./figures-block.ts";

export function writePage(run: Run): void {
  writeFileSync(page, withFigures(readFileSync(page, "utf8"), run));
}
