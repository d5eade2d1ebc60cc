import { existsSync, readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { readTests, mapFile } from "../impact/impact-map.ts";
import { fileOf } from "../impact/own-file.ts";

/** The file that took longest comes first, so that the last to end is a short one; a new one may be long. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await BaseSequencer.prototype.sort.call(this, files);
    const seconds = existsSync(mapFile) ? readTests(readFileSync(mapFile, "utf8")) : new Map();
    const of = ({ moduleId }: TestSpecification): number =>
      seconds.get(fileOf(moduleId) ?? "") ?? Number.MAX_VALUE;
    return sorted.toSorted((one, other) => of(other) - of(one));
  }
}
