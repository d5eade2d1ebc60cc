import type { StageFile } from "#infra/aws/stage-file.ts";

/**
 * What a release is, in its order: it is done when every part of the stage has said that it lives, and
 * that it is of this release. In a stage that sleeps nothing runs by itself, so nobody would answer.
 */
export function stepsOf(
  stage: string,
  { asleep }: Pick<StageFile, "asleep">,
  release: string,
): readonly (readonly string[])[] {
  const steps = [
    ["npm", "run", "-s", "migrate"],
    // What the API finds next to its bundle.
    ["npm", "run", "-s", "client:build"],
    ["npx", "sst", "deploy", "--stage", stage],
  ];
  const look = ["npm", "run", "-s", "admin", "--", "stage", "smoke", "--release", release];
  return asleep ? steps : [...steps, look];
}
