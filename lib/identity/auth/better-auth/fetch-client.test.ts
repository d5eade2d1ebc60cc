import type { RequestListener } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createEgress } from "#lib/egress/index.ts";
import cases from "#lib/egress/testing/ssrf-cases.json" with { type: "json" };
import { fixedResolver } from "#lib/egress/testing/fixed-resolver.ts";
import {
  createCertificate,
  startTlsServer,
  type TlsServer,
} from "#lib/egress/testing/tls-server.ts";
import { tokenScene, type TokenScene } from "#tests/support/scenes/token-scene.ts";

const host = "agente.sandbox.test";
const answer = "192.0.2.1";
const minute = 60_000;

let scene: TokenScene;
let server: TlsServer;
const resolver = fixedResolver([answer]);
let listener: RequestListener;
let name = 0;
let id = "";

beforeAll(async () => {
  const certificate = await createCertificate({ type: 2, value: host });
  server = await startTlsServer(certificate, (request, response) => listener(request, response));
  const at = { answer, address: "127.0.0.1", port: server.port, ca: certificate.ca };
  scene = await tokenScene(createEgress({ resolver, localNames: new Map([[host, at]]) }));
});
afterAll(async () => {
  await scene.close();
  await server.close();
});
beforeEach(() => {
  name += 1;
  id = `https://${host}/clients/${name}.json`;
  server.requests.length = 0;
});

const document = () => ({
  client_id: id,
  client_name: "Agente de prueba",
  redirect_uris: ["http://localhost/callback", "https://agente.sandbox.test/cb"],
});

const json = (body: unknown, headers = {}): RequestListener => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return (_, response) =>
    void response.writeHead(200, { "content-type": "application/json", ...headers }).end(text);
};

describe("a client's document", () => {
  test("says who it is: its host is shown, and was fetched from", async () => {
    listener = json({ ...document(), jwks_uri: "https://otro.example/keys", logo_uri: "x" });
    expect(await scene.auth.findClient(id)).toEqual({
      id,
      name: "Agente de prueba",
      host,
      verified: true,
      redirectUris: document().redirect_uris,
      mayRefresh: true,
    });
    expect(server.requests.map(({ url }) => url)).toEqual([`/clients/${name}.json`]);
  });

  test("is read although its texts are none that a database stores", async () => {
    listener = json({ ...document(), client_name: "Agente\0\u202E \uD83D", client_uri: "\0" });
    expect(await scene.auth.findClient(id)).toMatchObject({ name: "Agente \uFFFD" });
  });

  test.each([
    ["as long as it says", "max-age=600", 10],
    ["for 5 minutes at least", "no-store", 5],
    ["for a day at most", "public, max-age=99999999", 24 * 60],
  ])("is cached %s", async (_, cacheControl, minutes) => {
    listener = json(document(), { "cache-control": cacheControl });
    await scene.auth.findClient(id);
    scene.pass(minutes * minute - 1_000);
    await scene.auth.findClient(id);
    expect(server.requests).toHaveLength(1);
    scene.pass(2_000);
    listener = json({ ...document(), client_name: "Otro nombre" });
    expect(await scene.auth.findClient(id)).toMatchObject({ name: "Otro nombre" });
    expect(server.requests).toHaveLength(2);
  });

  test.each<[string, () => RequestListener]>([
    ["of another client", () => json({ ...document(), client_id: `${id}x` })],
    ["without a name", () => json({ ...document(), client_name: undefined })],
    ["with a name that nobody sees", () => json({ ...document(), client_name: "\0" })],
    ["without a redirect", () => json({ ...document(), redirect_uris: [] })],
    [
      "with a redirect that is none",
      () => json({ ...document(), redirect_uris: ["javascript:x"] }),
    ],
    [
      "with a secret",
      () => json({ ...document(), token_endpoint_auth_method: "client_secret_post" }),
    ],
    ["without codes", () => json({ ...document(), grant_types: ["client_credentials"] })],
    ["that is no JSON", () => json("{")],
    ["that says it is no JSON", () => json(document(), { "content-type": "text/html" })],
    ["over 5 KB", () => json({ ...document(), x: "a".repeat(5 * 1024) })],
    [
      "that is somewhere else",
      () => (_, response) =>
        void response.writeHead(302, { location: "https://agente.sandbox.test/otra" }).end(),
    ],
    ["that is gone", () => (_, response) => void response.writeHead(404).end()],
    ["whose server hangs up", () => (request) => void request.socket.destroy()],
  ])("%s makes no client, and is not fetched again for a minute", async (_, answerOf) => {
    listener = answerOf();
    expect(await scene.auth.findClient(id)).toBeNull();
    expect(await scene.auth.findClient(id)).toBeNull();
    expect(server.requests).toHaveLength(1);
    scene.pass(61_000);
    listener = json(document());
    expect(await scene.auth.findClient(id)).toMatchObject({ id });
  });
});

test("a client's address must be public and in canonical form", async () => {
  const refused = cases.filter(({ expect: wanted }) => wanted === "reject").map(({ url }) => url);
  const spelled = [
    `https://${host}`,
    `https://${host}/`,
    `https://${host.toUpperCase()}/clients/1.json`,
    `https://${host}:443/clients/1.json`,
    `https://${host}/a/../clients/1.json`,
    `https://${host}/clients/1.json#x`,
    `https://user@${host}/clients/1.json`,
  ];
  expect(refused.length).toBeGreaterThan(60);
  listener = json(document());
  for (const url of [...refused, ...refused.map((one) => `${one}cliente.json`), ...spelled]) {
    expect(await scene.auth.findClient(url), url).toBeNull();
  }
  expect(server.requests).toEqual([]);
});

test("no client is fetched from an address that its name had before", async () => {
  const rebound = "https://otro.example/cliente.json";
  listener = json(document());
  expect(await scene.auth.findClient(rebound)).toBeNull();
  expect(server.requests).toEqual([]);
});

describe("when documents were asked for too often", () => {
  let isOver = false;
  let strict: TokenScene;
  beforeAll(async () => {
    const certificate = await createCertificate({ type: 2, value: host });
    const other = await startTlsServer(certificate, (request, response) =>
      listener(request, response),
    );
    const at = { answer, address: "127.0.0.1", port: other.port, ca: certificate.ca };
    const egress = createEgress({ resolver, localNames: new Map([[host, at]]) });
    strict = await tokenScene(egress, async () => !isOver);
    return () => other.close();
  });
  afterAll(() => strict.close());
  beforeEach(() => {
    isOver = false;
  });

  test("a client that is known is still known, by its last document", async () => {
    listener = json(document());
    expect(await strict.auth.findClient(id)).toMatchObject({ id });
    strict.pass(10 * minute);
    isOver = true;
    expect(await strict.auth.findClient(id)).toMatchObject({ id, name: "Agente de prueba" });
    isOver = false;
    listener = json({ ...document(), client_name: "Otro nombre" });
    expect(await strict.auth.findClient(id)).toMatchObject({ name: "Otro nombre" });
  });

  test("one that is not is found as soon as documents are fetched again", async () => {
    listener = json(document());
    isOver = true;
    expect(await strict.auth.findClient(id)).toBeNull();
    isOver = false;
    expect(await strict.auth.findClient(id)).toMatchObject({ id });
  });
});
