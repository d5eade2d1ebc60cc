import { request as httpRequest, type ClientRequest, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listen, type Listening } from "#infra/server/listen.ts";
import { freePort } from "#infra/local/ports.ts";
import { maxBodyBytes } from "#lib/contract/index.ts";
import {
  testApi,
  type Answered,
  type TestApi,
  type TestOrganization,
} from "#tests/support/scenes/api.ts";
import { expectRefusal, refusedPaths } from "#tests/support/refusal.ts";

const path = "/v1/tools/echo.mensaje.repetir/execute";
const valid = '{"input":{"mensaje":"hola"}}';

let api: TestApi;
let own: TestOrganization;
let server: Listening;
let port: number;

beforeAll(async () => {
  api = await testApi();
  own = await api.organization();
  port = await freePort();
  server = await listen(api.app.fetch, port);
});
afterAll(async () => {
  await server.close();
  await api.close();
});

/** Starts a call on a real socket; header names may occur twice. */
function begin(...headers: string[]): ClientRequest {
  const given = headers.filter((_text, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const defaults = [
    ["host", `127.0.0.1:${port}`],
    ["content-type", "application/json"],
    ["authorization", `Bearer ${own.key}`],
  ].filter(([name = ""]) => !given.includes(name));
  const request = httpRequest({
    host: "127.0.0.1",
    port,
    path,
    method: "POST",
    headers: [...defaults.flat(), ...headers],
  });
  // The server may hang up after refusing.
  request.on("error", () => undefined);
  return request;
}

async function answerTo(request: ClientRequest): Promise<Answered> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.on("response", resolve);
    request.on("close", () => reject(new Error("closed without an answer")));
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value));
  const body = JSON.parse(await text(response)) as Answered["body"];
  return { status: response.statusCode ?? 0, headers, body };
}

function call(body: string, ...headers: string[]): Promise<Answered> {
  const request = begin("content-length", String(Buffer.byteLength(body)), ...headers);
  request.end(body);
  return answerTo(request);
}

test("a plain call over the wire is answered", async () => {
  expect((await call(valid)).body.data).toEqual({ mensaje: "hola" });
});

describe("a body over 256 KiB", () => {
  const padded = (size: number): string => valid.padStart(size, " ");

  test("of exactly the limit is read", async () => {
    expect((await call(padded(maxBodyBytes))).status).toBe(200);
  });

  test("of one byte more is refused, with the limit", async () => {
    const answer = await call(padded(maxBodyBytes + 1));
    expectRefusal(answer, "payload_too_large");
    expect(answer.body.error?.details).toEqual({ limitBytes: 262_144 });
  });

  test("announced is refused before any of it is sent", async () => {
    const request = begin("content-length", "300000");
    request.flushHeaders();
    expectRefusal(await answerTo(request), "payload_too_large");
    request.destroy();
  });

  test("streamed without a length is refused while it is still coming", async () => {
    const request = begin("transfer-encoding", "chunked");
    for (let sent = 0; sent < 300 * 1024; sent += 1024) request.write(" ".repeat(1024));
    expectRefusal(await answerTo(request), "payload_too_large");
    request.destroy();
  });

  test("is counted in bytes, not characters", async () => {
    const answer = await call(input("ñ".repeat(131_200)));
    expectRefusal(answer, "payload_too_large");
  });

  test("streamed within the limit is read whole", async () => {
    const request = begin("transfer-encoding", "chunked");
    for (const byte of Buffer.from(valid)) request.write(Buffer.of(byte));
    request.end();
    expect((await answerTo(request)).body.data).toEqual({ mensaje: "hola" });
  });
});

test("a caller that hangs up in the middle of its body is at fault, not the service", async () => {
  const label = "hung-up";
  const request = begin("content-length", "1000", "x-client-trace-id", label);
  request.write('{"input":');
  await expect.poll(() => api.database.owner(hitsOfKey, [own.keyId])).not.toEqual([]);
  request.destroy();
  await expect
    .poll(() => api.database.owner("select outcome from audit where trace_label = $1", [label]), {
      timeout: 10_000,
    })
    .toEqual([{ outcome: "malformed_request" }]);
});

describe("headers that occur twice", () => {
  const first = "0b6f7f0e-6f1c-4b52-9a53-2f6f3f0f5a11";

  test("two credentials count as none, even if both are valid", async () => {
    const bearer = `Bearer ${own.key}`;
    expectRefusal(
      await call(valid, "authorization", bearer, "authorization", bearer),
      "unauthorized",
    );
  });

  test("two media types count as none", async () => {
    const json = "application/json";
    const answer = await call(valid, "content-type", json, "content-type", json);
    expectRefusal(answer, "unsupported_media_type");
  });

  test("two idempotency keys count as none", async () => {
    const answer = await call(valid, "idempotency-key", first, "idempotency-key", first);
    expectRefusal(answer, "validation_error");
    expect(refusedPaths(answer)).toEqual(["Idempotency-Key"]);
  });
});

test.each([
  ["bearer", (key: string) => `bearer ${key}`, 200],
  ["a space before the end of the line", (key: string) => `Bearer ${key} `, 200],
  ["two spaces", (key: string) => `Bearer  ${key}`, 401],
  ["two words", (key: string) => `Bearer ${key} ${key}`, 401],
  ["bytes above ASCII", (key: string) => `Bearer ${key}\u00e9`, 401],
])("a credential with %s is answered %#", async (_name, bearer, status) => {
  expect((await call(valid, "authorization", bearer(own.key))).status).toBe(status);
});

test("labels from the wire are stored without control characters, and shortened", async () => {
  const answer = await call(valid, "x-client-trace-id", `a\tb${"x".repeat(300)}`);
  const [row] = await api.database.owner("select trace_label from audit where request_id = $1", [
    answer.body.meta["request_id"],
  ]);
  expect(row).toEqual({ trace_label: `ab${"x".repeat(198)}` });
});

test.each([
  ["a raw NUL in the path", "POST /v1/tools/a\0b/execute HTTP/1.1\r\nhost: x\r\n\r\n"],
  ["no HTTP at all", "hola\r\n\r\n"],
  [
    "two lengths",
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n`,
  ],
])("%s ends in 400 and the service keeps answering", async (_name, bytes) => {
  const socket = connect(port, "127.0.0.1");
  socket.write(bytes);
  expect((await text(socket)).split("\r\n")[0]).toBe("HTTP/1.1 400 Bad Request");
  expect((await call(valid)).status).toBe(200);
});

const hitsOfKey = "select hits from rate_windows where credential_id = $1";

function input(mensaje: string): string {
  return JSON.stringify({ input: { mensaje } });
}
