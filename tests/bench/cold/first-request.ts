// A fresh process: imports the bundle and makes one request. Plain Node runs this file.
import { argv } from "node:process";

const [file = "", event = "null"] = argv.slice(2);

const startedAt = performance.now();
const { handler } = (await import(file)) as {
  handler(event: unknown, context: object): Promise<{ statusCode: number }>;
};
const importedAt = performance.now();
const { statusCode } = await handler(JSON.parse(event), { getRemainingTimeInMillis: () => 30_000 });
const ms = performance.now() - startedAt;
process.stdout.write(`\n${JSON.stringify({ ms, importMs: importedAt - startedAt, statusCode })}\n`);
process.exit(0);
