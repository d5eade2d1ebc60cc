import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { maxBodyBytes } from "#lib/contract/index.ts";
import { asAppError } from "#lib/kernel/errors/index.ts";
import { edgeOf } from "./edge.ts";

const check = edgeOf({
  method: "post",
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({ limit: z.coerce.number().int().default(50) }),
  body: z.strictObject({ url: z.string().toLowerCase() }),
});

const bare = edgeOf({ method: "delete", params: z.strictObject({}), query: z.strictObject({}) });

const app = new Hono();
app.post("/:id", async (c) => c.json(await check(c)));
app.delete("/", async (c) => c.json(await bare(c)));
app.onError((thrown, c) => {
  const { code, details } = asAppError(thrown);
  return c.json({ code, details });
});

const ask = async (
  path: string,
  body: string | ReadableStream<Uint8Array>,
  type = "application/json",
): Promise<unknown> =>
  (
    await app.request(path, {
      method: "POST",
      headers: { "content-type": type },
      body,
      duplex: "half",
    })
  ).json();

const streamed = (text: string) => new Blob([text]).stream();

test.each([
  ["a text", '{"url":"HTTPS://A"}'],
  ["a stream of no announced length", streamed('{"url":"HTTPS://A"}')],
])("passes on what each schema made of the request, from %s", async (_, body) => {
  expect(await ask("/one?limit=7", body)).toEqual({
    params: { id: "one" },
    query: { limit: 7 },
    body: { url: "https://a" },
  });
});

test.each([
  ["a query that is not known", "/one?more=1", "{}", ["more"]],
  ["a parameter that is given twice", "/one?limit=1&limit=2", "{}", ["limit"]],
  ["a body that is not known", "/one", '{"url":"a","more":1}', ["more"]],
  ["a body that is null", "/one", "null", []],
])("refuses %s, and the query before the body", async (_, path, body, issue) => {
  expect(await ask(path, body)).toMatchObject({
    code: "validation_error",
    details: { issues: [{ path: issue }] },
  });
});

test.each([
  ["unsupported_media_type", "{}", "text/plain"],
  ["malformed_request", "{", "application/json"],
  ["payload_too_large", " ".repeat(maxBodyBytes + 1), "application/json"],
])("refuses with %s before it parses the body", async (code, body, type) => {
  expect(await ask("/one", body, type)).toMatchObject({ code });
});

describe("an operation that takes no body", () => {
  const send = async (body?: string | ReadableStream<Uint8Array>): Promise<unknown> =>
    (await app.request("/", { method: "DELETE", body: body ?? null, duplex: "half" })).json();

  test("ignores a body that is sent anyway", async () => {
    const taken = { params: {}, query: {} };
    expect(await send()).toEqual(taken);
    expect(await send("{")).toEqual(taken);
    expect(await send(" ".repeat(maxBodyBytes))).toEqual(taken);
    expect(await send(streamed("{"))).toEqual(taken);
  });

  test("refuses a body larger than any call may have", async () => {
    const tooMuch = " ".repeat(maxBodyBytes + 1);
    const refused = { code: "payload_too_large", details: { limitBytes: maxBodyBytes } };
    expect(await send(tooMuch)).toEqual(refused);
    expect(await send(streamed(tooMuch))).toEqual(refused);
  });
});
