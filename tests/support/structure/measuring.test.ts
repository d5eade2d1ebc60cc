import { expect, test } from "vitest";
import { importsOf, type SourceFile } from "./import-graph.ts";
import { circles } from "./circles.ts";
import { copiedRuns } from "./copied-runs.ts";
import { arrows, isUpward } from "./floors.ts";
import { unusedNames } from "./names.ts";
import { singleUseFiles } from "./single-use-files.ts";

function sources(texts: Record<string, string>): SourceFile[] {
  return Object.entries(texts).map(([file, text]) => ({
    file,
    text,
    imports: importsOf(file, text),
  }));
}

test("a cycle of any length is found, without what only leads into it", () => {
  const edges = new Map([
    ["in", ["a"]],
    ["a", ["b"]],
    ["b", ["c", "out"]],
    ["c", ["a"]],
    ["x", ["y"]],
    ["y", ["x", "a"]],
    ["out", []],
  ]);
  expect(circles(edges)).toEqual([
    ["a", "b", "c"],
    ["x", "y"],
  ]);
});

test("an import points upwards if it goes from a lower floor to a higher one", () => {
  const files = sources({
    "lib/db/a.ts": `import type { A } from "../sync/index.ts";`,
    "lib/sync/b.ts": `import { b } from "#lib/db/b.ts";\nimport { c } from "../webhooks/index.ts";`,
  });
  expect(arrows(files).filter(isUpward)).toEqual([
    { from: "lib/db", to: "lib/sync", imports: ["lib/db/a.ts -> lib/sync/index.ts"] },
  ]);
});

test("a run of four lines counts as a copy at another bank, not in the same one, and three lines do not", () => {
  const four = "one(bancoA);\n\n// why\ntwo();\nthree();\nfour();\n";
  const files = sources({
    "lib/connectors/banco_a/x.ts": `import { x } from "zod";\nfirst();\n${four}`,
    "lib/connectors/banco_b/x.ts": four.replace("bancoA", "bancoB"),
    "lib/connectors/banco_c/x.ts": "five();\nsix();\nseven();\neight();\n",
    "lib/connectors/banco_c/y.ts": "five();\nsix();\nseven();\neight();\n",
    "lib/connectors/banco_d/x.ts": "two();\nthree();\nfour();\n",
  });
  const { lines, copied, byFile } = copiedRuns(files, "lib/connectors");
  expect({ lines, copied }).toEqual({ lines: 20, copied: 8 });
  expect([...byFile.keys()]).toEqual([
    "lib/connectors/banco_a/x.ts",
    "lib/connectors/banco_b/x.ts",
  ]);
});

test("a name is followed through an index, a star and a lazy import to its declaration", () => {
  const files = sources({
    "lib/a/index.ts": `export * from "./one.ts";\nexport { two, three } from "./two.ts";`,
    "lib/a/one.ts": `export const one = 1;\nexport type Alone = 1;\nexport interface Inside {}`,
    "lib/a/two.ts": `const two = \`\nexport const text = 1;\n\`;\nconst three = 3;\nexport { two, three };`,
    "lib/a/own.ts": `import type { Inside } from "./one.ts";\nexport async function own() {}`,
    "lib/b/user.ts": `import { one } from "../a/index.ts";\nconst { three } = await import("../a/index.ts");\n(await import("../a/own.ts")).own();`,
  });
  expect(unusedNames(files, files)).toEqual({
    inOwnFileAlone: ["lib/a/one.ts: Alone", "lib/a/two.ts: two"],
    handedOn: ["lib/a/index.ts: Alone", "lib/a/index.ts: Inside", "lib/a/index.ts: two"],
  });
});

test("a short file belongs in the only one that uses it, but not in another folder or an index", () => {
  const long = "\n".repeat(15);
  const files = sources({
    "lib/a/one.ts": "export const one = 1;\n",
    "lib/a/long.ts": `export const long = 1;${long}`,
    "lib/a/two-users.ts": "export const two = 2;\n",
    "lib/a/listed.ts": "export const listed = 1;\n",
    "lib/a/late.ts": "export const late = 1;\n",
    "lib/a/a.sql.ts": "export const table = 1;\n",
    "lib/a/tools/tool.ts": "export const tool = 1;\n",
    "lib/a/index.ts": `export { listed } from "./listed.ts";\n`,
    "lib/a/user.ts": `import { one } from "./one.ts";\nimport { long } from "./long.ts";
import { two } from "./two-users.ts";\nimport { table } from "./a.sql.ts";
import { tool } from "./tools/tool.ts";\nconst { late } = await import("./late.ts");${long}`,
    "lib/a/other.ts": `import { two } from "./two-users.ts";${long}`,
  });
  expect(singleUseFiles(files)).toEqual(["lib/a/one.ts -> lib/a/user.ts"]);
});
