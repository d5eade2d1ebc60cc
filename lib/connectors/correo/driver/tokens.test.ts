import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { MailApi } from "./mail-api.ts";
import { renewTokens } from "./tokens.ts";

let server: Server;
afterEach(() => void server.close());

async function answering(status: number, headers: object, body: string): Promise<string> {
  server = createServer((_request, response) =>
    response.writeHead(status, { ...headers }).end(body),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const now = new Date("2026-11-20T12:00:00Z");
const signal = AbortSignal.timeout(10_000);

test.each([
  ["for ever", `"expires_in":1e300`, "2027-11-21T12:00:00.000Z"],
  ["as long as a text says", `"expires_in":"3600"`, "2026-11-20T13:00:00.000Z"],
  ["no time at all", `"expires_in":0`, "2026-11-20T12:05:00.000Z"],
  ["an unknown time", `"token_type":"bearer"`, "2026-11-20T12:05:00.000Z"],
])("tokens that last %s are kept: the one before was rotated", async (_, lasting, expiraEn) => {
  const tokens = `{"access_token":"a","refresh_token":"nuevo",${lasting}}`;
  const tokenUrl = await answering(200, {}, tokens);
  const client = { clientId: "c", clientSecret: "s", authorizationUrl: tokenUrl, tokenUrl };
  const renewed = await renewTokens({ client, now, signal }, { refreshToken: "viejo" });
  expect(renewed).toEqual({ accessToken: "a", refreshToken: "nuevo", expiraEn });
});

test.each([
  ["60", { retryAfterSeconds: 60 }],
  ["-5", null],
  ["Infinity", null],
])("a pause of %s that the provider names is told only if it is one", async (named, details) => {
  const api = new MailApi(await answering(429, { "retry-after": named }, "{}"), signal);
  const asked = api.ask({ path: "/cuenta" });
  await expect(asked).rejects.toMatchObject({ code: "upstream_error", details });
});
