import { scaleLimits, scaleTable } from "./table.ts";

// `npm run scale`, or `npm run scale -- 2500 40000`: the resources and the cost of these numbers of connections.
const given = process.argv.slice(2);
const sizes = given.map(Number);
if (given.includes("--help")) {
  process.stdout.write("npm run scale -- [CONNECTIONS …]   what so many take and cost a month\n");
} else if (sizes.some((size) => !Number.isInteger(size) || size < 1)) {
  process.stderr.write("It takes numbers of connections.\n");
  process.exitCode = 2;
} else {
  const [heads = [], ...rows] = sizes.length === 0 ? scaleTable() : scaleTable(sizes);
  const lines = [heads, heads.map((_, at) => (at === 0 ? "---" : "---:")), ...rows].map(
    (row) => `| ${row.join(" | ")} |`,
  );
  process.stdout.write(`${lines.join("\n")}\n\n${scaleLimits()}.\n`);
}
