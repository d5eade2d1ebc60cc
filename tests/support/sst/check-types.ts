import { spawnChild } from "../processes/child-process.ts";
import { installPlatform } from "./platform.ts";

// `npm run types:aws`: checks the stage's program against the types of the platform that will run it.
const missing = await installPlatform();
if (missing === null) {
  const child = spawnChild("npx", ["--no-install", "tsc", "-p", "infra/aws"]);
  const { code } = await child.ended;
  const { stdout, stderr } = child.output();
  process.stdout.write(stdout);
  if (code !== 0) process.stderr.write(stderr);
  process.exitCode = code ?? 1;
} else {
  console.warn(`types:aws was skipped: ${missing}.`);
}
