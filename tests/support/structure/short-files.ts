/** Why a file may be shorter than 15 lines. A file that matches none of these must join the one it serves. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/^lib\/[\w/-]+\/index\.ts$/, "the door of a folder"],
  [/^lib\/connectors\/catalogue\.ts$/, "loads every tool: never with the manifests"],
  [/^infra\/aws\//, "one concern of the infrastructure"],
  [/^lib\/db\/(?:pg|neon)-driver\.ts$/, "loaded by itself: the other's package stays out"],
  [/\.sql\.ts$/, "a table"],
  [/^infra\/sandbox\/serve\.ts$/, "an entry point"],
  [/^functions\/workers\/acts\.ts$/, "the worker and housekeeping share it"],
  [/^lib\/platform\//, "one port to the platform"],
  [/^lib\/kernel\//, "one idea that every folder may need"],
  [/^lib\/connectors\/\w+\/parse\//, "a parser with a test on a fixture"],
  [/^lib\/connectors\/\w+\/fixtures\//, "tests alone load it"],
  [/^lib\/connectors\/\w+\/driver\/pages\.ts$/, "how every reader of a portal opens its pages"],
  [/\/(?:start-refused|wrong-call)\.ts$/, "the refusal that a whole folder throws"],
  [/^infra\/sandbox\/portals\/\w+\/posting\.ts$/, "a rule that pages, files and truth share"],
  [/^infra\/server\/progress\.ts$/, "programs and benches share it"],
  [/\/docs\/code-block\.tsx$/, "several pages show it"],
  [/^lib\/links\/link-token\.ts$/, "made by one verb and hashed by another"],
];

export function isShort(text: string): boolean {
  return text.split("\n").length - 1 < 15;
}

export function reasonToBeShort(file: string): string | null {
  return reasons.find(([place]) => place.test(file))?.[1] ?? null;
}
