import type { StageFile } from "#infra/aws/stage-file.ts";

/**
 * The steps of a release, in order. It is done when every part of the stage has reported that it is alive and of this
 * release. In a stage that is asleep nothing runs by itself, so nothing would answer.
 */
export function stepsOf(
  stage: string,
  { asleep }: Pick<StageFile, "asleep">,
  release: string,
): readonly (readonly string[])[] {
  const steps = [
    ["npm", "run", "-s", "migrate"],
    // The API looks for it next to its bundle.
    ["npm", "run", "-s", "client:build"],
    ["npx", "sst", "deploy", "--stage", stage],
  ];
  const look = ["npm", "run", "-s", "admin", "--", "stage", "smoke", "--release", release];
  return asleep ? steps : [...steps, look];
}
