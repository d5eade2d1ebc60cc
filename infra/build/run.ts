import { cp, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { releaseOf } from "#infra/aws/release.ts";
import { packClient } from "#infra/client/pack.ts";
import { createProgress } from "#infra/server/progress.ts";
import { buildAll, buildProgram, programs, type ProgramName } from "./build.ts";

const folder = fileURLToPath(new URL("../../dist", import.meta.url));
await rm(folder, { recursive: true, force: true });
const progress = createProgress((line) => process.stderr.write(`${line}\n`));
const built = await progress("Bundling the functions", () => buildAll(folder));
for (const { name, coldBytes, bytes } of built) {
  process.stdout.write(
    `dist/${name}.mjs  ${kilobytes(coldBytes)} kB read at a cold start, ${kilobytes(bytes)} kB in all\n`,
  );
}

const release = releaseOf();
for (const name of Object.keys(programs) as ProgramName[]) {
  const { bytes } = await progress(`Bundling ${name}`, () => buildProgram(name, folder, release));
  process.stdout.write(`dist/server/${name}.mjs  ${kilobytes(bytes)} kB\n`);
}

// A file next to each bundle that serves it, and inside none of them.
await progress("Packing the client and its types", async () => {
  await packClient(path.join(folder, "client"));
  await cp(path.join(folder, "client"), path.join(folder, "server/client"), { recursive: true });
});

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(0);
}
