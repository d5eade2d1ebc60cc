import { afterAll, beforeAll, expect, test } from "vitest";
import { newCaller, type Caller } from "#tests/support/lambda/callers.ts";
import { deploy, type Deployment } from "#tests/support/lambda/deployment.ts";

let deployment: Deployment;
let caller: Caller;
beforeAll(async () => {
  deployment = await deploy({ functions: ["api"] });
  caller = await newCaller(deployment);
});
afterAll(() => deployment.close());

test("a tool is executed through the bundle's handler", async () => {
  const { status, body, headers } = await caller.call("core.timestamp.now", {});
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({ data: { timezone: "America/Santiago" }, meta: {} });
  expect(headers.get("x-request-id")).toMatch(/^req_/);
});

test("a body in base64 is decoded, and one that is not UTF-8 is refused in the envelope", async () => {
  const send = (body: Uint8Array) =>
    deployment.send({
      method: "POST",
      path: "/v1/tools/core.timestamp.now/execute",
      headers: { authorization: `Bearer ${caller.key}`, "content-type": "application/json" },
      body,
    });
  expect((await send(Buffer.from('{"input":{}}'))).status).toBe(200);
  const refused = await send(Buffer.from([0x7b, 0xff, 0xfe]));
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ error: { code: "malformed_request" } });
});

test("a header sent twice is joined as the platform joins it, and refused", async () => {
  const answer = await caller.request(
    "POST",
    "/v1/tools/echo.mensaje.repetir/execute",
    {
      input: { mensaje: "hola" },
    },
    { "idempotency-key": ["one-key", "another-key"] },
  );
  expect(answer.status).toBe(400);
});

test("a page is answered as text, with its own headers", async () => {
  const page = await deployment.send({ path: "/docs/systems/banco_a" });
  expect(page.status).toBe(200);
  expect(page.headers.get("content-type")).toMatch(/^text\/html/);
  expect(await page.text()).toContain("movimientos.consultar");
});

test("a request with a body where none belongs gets the envelope", async () => {
  const answer = await deployment.send({ path: "/v1/webhooks", body: "{}" });
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ error: { code: "unauthorized" } });
});

test("it is ready while its database and its queue answer", async () => {
  expect((await deployment.send({ path: "/health/ready" })).status).toBe(200);
});

test("frozen for an hour, its sockets cut, the same process answers the next call", async () => {
  const { pid } = deployment.lambda("api");
  expect((await caller.call("core.timestamp.now", {})).status).toBe(200);
  expect(deployment.sockets.open()).toBeGreaterThan(0);
  deployment.sockets.cut();
  deployment.clock.advance(3_600_000);
  const answer = await caller.call("core.timestamp.now", {});
  expect(answer.status, deployment.lambda("api").logs()).toBe(200);
  const told = Date.parse(String(answer.body.data?.["iso"]));
  expect(Math.abs(told - deployment.clock.now().getTime())).toBeLessThan(60_000);
  expect(deployment.lambda("api").pid).toBe(pid);
});

test("a connection that the network forgot does not delay the call after a long freeze", async () => {
  const { pid } = deployment.lambda("api");
  expect((await caller.call("core.timestamp.now", {})).status).toBe(200);
  deployment.sockets.forget();
  deployment.clock.advance(3_600_000);
  const answer = await caller.call("core.timestamp.now", {});
  expect(answer.status, deployment.lambda("api").logs()).toBe(200);
  expect(deployment.lambda("api").pid).toBe(pid);
});

test("if the edge has a secret, the function's own URL accepts only the edge", async () => {
  const [older, newer] = [
    "older-secret-of-the-edge-000000000",
    "newer-secret-of-the-edge-000000000",
  ];
  const EDGE_SECRETS = `${newer},${older}`;
  const guarded = await deploy({ functions: ["api"], env: { EDGE_SECRETS } });
  try {
    const statusWith = async (headers: Record<string, string>) =>
      (await guarded.send({ path: "/health", headers })).status;
    expect(await statusWith({})).toBe(403);
    expect(await statusWith({ "x-connect-edge": "guessed" })).toBe(403);
    expect(await statusWith({ "x-connect-edge": newer })).toBe(200);
    expect(await statusWith({ "x-connect-edge": older })).toBe(200);
  } finally {
    await guarded.close();
  }
});
