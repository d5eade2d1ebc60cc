import { spawnChild } from "./child-process.ts";
import { rarelyCollecting } from "../vitest/rarely-collecting.ts";

// `tests/support/processes/side-by-side.ts SCRIPT…` runs independent npm scripts at the same time. Each one's output comes in
// one piece when it has ended; if one fails, the whole fails, after all have ended.
const results = process.argv.slice(2).map(async (script) => {
  const begun = performance.now();
  const child = spawnChild("npm", ["run", "--silent", script], { env: rarelyCollecting });
  const { code } = await child.ended;
  const { stdout, stderr } = child.output();
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  const word = code === 0 ? "passed" : "FAILED";
  process.stdout.write(`\n> ${script} ${word}, ${seconds} s\n${stdout}${stderr}`);
  return code;
});
const codes = await Promise.all(results);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
