import { spawnChild } from "./child-process.ts";
import { rarelyCollecting } from "./rarely-collecting.ts";

// `tests/support/side-by-side.ts SCRIPT…`: npm scripts that wait for nothing of each other, at once. What
// each of them said comes when it has ended, in one piece; one that fails fails the whole, after all.
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
