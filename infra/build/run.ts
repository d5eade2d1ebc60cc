import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { buildAll } from "./build.ts";

const folder = fileURLToPath(new URL("../../dist", import.meta.url));
await rm(folder, { recursive: true, force: true });
for (const { name, coldBytes, bytes } of await buildAll(folder)) {
  process.stdout.write(
    `dist/${name}.mjs  ${kilobytes(coldBytes)} kB read at a cold start, ${kilobytes(bytes)} kB in all\n`,
  );
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(0);
}
