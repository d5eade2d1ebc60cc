import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { buildAll } from "./build.ts";

const folder = fileURLToPath(new URL("../../dist", import.meta.url));
await rm(folder, { recursive: true, force: true });
for (const { name, bytes } of await buildAll(folder)) {
  process.stdout.write(`dist/${name}.mjs  ${(bytes / 1024).toFixed(0)} KiB\n`);
}
