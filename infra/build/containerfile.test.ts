import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { programs } from "./build.ts";

// The tests cannot build a container, so they check what can be read from the file.
const root = join(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const manifest = JSON.parse(read("package.json")) as {
  scripts: Record<string, string>;
  devDependencies: Record<string, string>;
};

const lines = read("Containerfile")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));
const from = lines.flatMap((line, at) => (line.startsWith("FROM ") ? [at] : []));
const build = lines.slice(0, from[1]);
const final = lines.slice(from[1]);
const argumentsOf = (stage: readonly string[], instruction: string): string[] =>
  stage.flatMap((line) =>
    line.startsWith(`${instruction} `) ? [line.slice(instruction.length + 1)] : [],
  );

test("both stages use the Node that the project is tested on", () => {
  const images = argumentsOf(lines, "FROM").map((image) => image.split(" ")[0]);
  const node = `node:${manifest.devDependencies["node"]}-bookworm-slim`;
  expect(images).toEqual([node, node]);
});

test("the first stage has everything that is bundled, and only runs scripts that exist", () => {
  const copied = argumentsOf(build, "COPY").flatMap((line) => line.split(" ").slice(0, -1));
  // The compiler's settings name the JSX runtime of pages.
  const needed = ["drizzle", "functions", "infra", "lib", "tsconfig.json"];
  expect(copied).toEqual(expect.arrayContaining(needed));
  expect(copied.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  const ignored = read(".containerignore").trim().split("\n");
  expect(copied.filter((file) => ignored.includes(file))).toEqual([]);
  const run = [...build.join("\n").matchAll(/npm run ([\w:]+)/g)].map(([, name = ""]) => name);
  expect(run).toEqual(["build"]);
  expect(manifest.scripts[run[0] ?? ""]).toBeDefined();
  expect(build.at(-1)).toMatch(/npm run build && npm ci --omit=dev --omit=optional$/);
});

test("the second one takes the built files and no sources, and does not run as root", () => {
  const copied = argumentsOf(final, "COPY").map((line) => line.split(" ").slice(1));
  expect(copied.map(([source, target]) => [source?.replace("/srv/connect/", ""), target])).toEqual(
    ["package.json", "node_modules", "dist/server", "drizzle", "infra/server/run.sh"].map((one) => [
      one,
      one,
    ]),
  );
  expect(argumentsOf(final, "USER")).toEqual(["10001"]);
  expect(final.some((line) => line.includes("chown"))).toBe(false);
});

test("it starts a built program, and listens on all interfaces", () => {
  expect(argumentsOf(final, "ENTRYPOINT")).toEqual(['["sh", "infra/server/run.sh"]']);
  expect(Object.keys(programs)).toContain(JSON.parse(argumentsOf(final, "CMD")[0] ?? "")[0]);
  const [settings = ""] = argumentsOf(final, "ENV");
  expect(settings).toContain("HOST=0.0.0.0");
  expect(argumentsOf(final, "VOLUME")).toEqual([/STATE_DIRECTORY=(\S+)/.exec(settings)?.[1]]);
});
