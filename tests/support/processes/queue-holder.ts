import { createPostgresQueue } from "#infra/server/postgres-queue.ts";
import { openBoss } from "#infra/server/queues.ts";
import { silentLog } from "../log.ts";

const { url } = JSON.parse(process.argv[2] ?? "") as { url: string };

// A server that has taken a message and never finishes it: the test kills it.
const boss = openBoss({ url, log: silentLog });
const queue = createPostgresQueue(() => boss.start(), { name: "work", pollMs: 50, perGroup: 1 });
const messages = await queue.receive({ most: 1, waitSeconds: 20 });
process.stdout.write(`holds ${messages.length}\n`);
setInterval(() => undefined, 60_000);
