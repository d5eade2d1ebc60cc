import { readFileSync, writeFileSync } from "node:fs";
import type { Run } from "../harness/run-file.ts";
import { pages, withFigures } from "./figures-block.ts";

export function writePages(run: Run): void {
  for (const page of pages) writeFileSync(page, withFigures(readFileSync(page, "utf8"), run));
}
