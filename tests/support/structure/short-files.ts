/** Why a file may be shorter than 15 lines. What matches none of these is to join what it serves. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/^lib\/[\w/]+\/index\.ts$/, "the door of a folder"],
  [/\/manifest\.ts$|^lib\/connectors\/catalogue\.ts$/, "loaded without the tools"],
  [/^infra\/aws\//, "one concern of the infrastructure"],
  [/^lib\/db\/(?:pg|neon)-driver\.ts$/, "loaded by itself: the other's package stays out"],
  [/\.sql\.ts$/, "a table"],
  [/^infra\/sandbox\/serve\.ts$/, "an entry point"],
  [/^lib\/client\/version\.ts$/, "read by the build of the package too"],
  [/^lib\/platform\//, "one port to the platform"],
  [/^lib\/kernel\//, "one idea that every folder may need"],
  [/^lib\/connectors\/\w+\/parse\//, "a parser with a test on a fixture"],
];

export function isShort(text: string): boolean {
  return text.split("\n").length - 1 < 15;
}

export function reasonToBeShort(file: string): string | null {
  return reasons.find(([place]) => place.test(file))?.[1] ?? null;
}
