import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Folders whose files take minutes come first, so that the last file to end is a short one. */
const turns = ["tests/faults/", "tests/e2e/", "tests/attacks/", "tests/contract/"];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await BaseSequencer.prototype.sort.call(this, files);
    return sorted.toSorted((one, other) => turnOf(one) - turnOf(other));
  }
}

function turnOf({ moduleId }: TestSpecification): number {
  const turn = turns.findIndex((folder) => moduleId.includes(`/${folder}`));
  return turn === -1 ? turns.length : turn;
}
