import { z } from "zod";
import { answerTokenRequest } from "#lib/identity/auth/answer-token-request.ts";
import { listen } from "#infra/server/listen.ts";
import { openDatabase } from "#lib/db/client.ts";
import { MovableClock } from "#lib/kernel/clock.ts";
import { tokenProcess } from "#tests/support/processes/token-process.ts";
import { silentLog } from "#tests/support/log.ts";

/** Parameters of a fault test's second token server: the same service's databases and secret. */
export const TokenOrder = z.strictObject({
  url: z.string(),
  authUrl: z.string(),
  secret: z.string(),
});
export type TokenOrder = z.infer<typeof TokenOrder>;

// The authorization server's half of tokens, in its own process. Prints its port.
const order = TokenOrder.parse(JSON.parse(process.argv[2] ?? ""));
const tokens = await tokenProcess({
  db: await openDatabase({ url: order.url, max: 8, log: silentLog }),
  authUrl: order.authUrl,
  clock: new MovableClock(),
  secrets: [order.secret],
});
const { port } = await listen(async (request) => {
  const form = new URLSearchParams(await request.text());
  return answerTokenRequest(tokens, form, request.headers);
}, 0);
process.stdout.write(`${port}\n`);
