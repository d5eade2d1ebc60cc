import { parseArgs } from "node:util";
import { readImportGraph } from "../structure/import-graph.ts";
import { affectedTests } from "./affected-tests.ts";
import { changesSince, git, movedSince } from "./changes.ts";
import { currentMap } from "./current-map.ts";
import { isWhole } from "../vitest/whole-tests.ts";
import { wallSeconds } from "./wall-seconds.ts";

// `npx tsx tests/support/impact/trial.ts [--seed 7] [--commits 20]`: what `npm run test:near` would have run for past
// commits, picked at random from the last 200 that changed a source, and which test files of the same commit it would not
// have run for the sources alone.

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "7" },
    commits: { type: "string", default: "20" },
  },
});
let state = Number(values.seed);
/** Park and Miller's: the same commits for the same seed. */
const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;

const map = currentMap();
const sources = new Map(readImportGraph().map(({ file, text }) => [file, text]));
const recorded = new Map(
  [...sources].filter(([file]) => !file.endsWith(".test.ts") || map.tests.has(file)),
);
const whole = wallSeconds(map.tests.keys(), map);
const paths = ["lib", "functions", "infra", "drizzle", "tests/support"];
const last = git("log", "main", "-200", "--no-merges", "--format=%h", "--", ...paths)
  .trim()
  .split("\n");
const chosen = last.toSorted(() => 0).map((commit) => ({ commit, turn: random() }));
const picked = chosen
  .toSorted((one, other) => one.turn - other.turn)
  .slice(0, Number(values.commits));
const say = (line: string): void => void process.stdout.write(`${line}\n`);
say(
  `seed ${values.seed}; the whole suite takes ${Math.round(whole)} s in the map of ${map.tests.size} test files`,
);

const shares: number[] = [];
const partsSeconds: number[] = [];
let missed = 0;
let companions = 0;
for (const { commit } of picked) {
  const moved = movedSince(commit);
  const changes = changesSince(`${commit}^`, commit).map((change) => {
    const file = moved.get(change.file) ?? change.file;
    return { ...change, file };
  });
  const all = affectedTests({ map, changes, sources: recorded });
  const isTest = (file: string): boolean => file.endsWith(".test.ts");
  const alone = affectedTests({
    map,
    changes: changes.filter(({ file }) => !isTest(file)),
    sources: recorded,
  });
  const hasSources = changes.some(({ file, kind }) => !isTest(file) && kind !== null);
  const own = !hasSources
    ? []
    : changes.map(({ file }) => file).filter((file) => isTest(file) && map.tests.has(file));
  const without = own.filter((file) => !alone.has(file));
  const share = wallSeconds(all.keys(), map) / whole;
  shares.push(share);
  partsSeconds.push(
    wallSeconds(
      [...all.keys()].filter((test) => !isWhole(test)),
      map,
    ),
  );
  companions += own.length;
  missed += without.length;
  const [, why = ""] = [...all].find(([, reason]) => /needs|everything/.test(reason)) ?? [];
  say(
    `${commit} ${String(changes.length).padStart(3)} files → ${String(all.size).padStart(3)} test files, ${(share * 100).toFixed(1).padStart(5)} % of the time  ${why}`,
  );
  for (const file of without) say(`          not for the sources alone: ${file}`);
}
const middle = (of: readonly number[]): number =>
  of.toSorted((one, other) => one - other)[of.length >> 1] ?? 0;
say(`with --parts the median takes ${Math.round(middle(partsSeconds))} s`);
say(
  `median ${(middle(shares) * 100).toFixed(1)} % of the time; ${companions - missed} of ${companions} test files of the same commits are found by the sources alone`,
);
