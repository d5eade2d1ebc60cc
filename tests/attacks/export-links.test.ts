import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deleteConnection, deleteOrganization, eraseDeleted } from "#lib/erasure/index.ts";
import { openPart, sealPart, type ExportPart } from "#lib/exports/index.ts";
import { callTool } from "#tests/support/scenes/api.ts";
import { exportFrom } from "#tests/support/read-export.ts";
import { manyRows, rowsOfEach, type ManyRows } from "#tests/support/planted/many-rows.ts";
import { issuesIn } from "#tests/support/refusal.ts";

/* A link gives out rows without any other credential: the attacker has one, or makes one. */

const crear = "conexiones.exportacion.crear";
const refused = { status: 401, code: "unauthorized" };

let scene: ManyRows;
beforeAll(async () => {
  scene = await manyRows();
});
afterAll(() => scene.api.close());

const query = (conexiones: readonly string[]) => ({
  tool_id: "banco_a.movimientos.consultar",
  input: {},
  conexiones,
  formato: "ndjson",
});
const offer = (connection = scene.own.a, key = scene.owner.key): Promise<string> =>
  exportFrom(scene.api.app, key, query([connection]));

interface Opened {
  status: number;
  code: string | null;
  rows: number;
}

async function open(path: string, init: RequestInit = {}): Promise<Opened> {
  const response = await scene.api.app.request(path, init);
  const text = await response.text();
  const isEnvelope = text.startsWith('{"error"');
  const code = isEnvelope ? (JSON.parse(text) as { error: { code: string } }).error.code : null;
  const rows = text.split("\n").filter((line) => line.includes('"conexionId"')).length;
  return { status: response.status, code, rows };
}
const opened = async (path: string, init?: RequestInit) => {
  const { status, code, rows } = await open(path, init);
  expect(rows).toBe(0);
  return { status, code };
};
const pathOf = (url: string): string => new URL(url).pathname;
const tokenOf = (url: string): string => url.slice(url.lastIndexOf("/") + 1);
const at = (token: string): string => `/v1/exports/${token}`;

function partOf(url: string): ExportPart {
  const { secret, clock } = scene.api.deps;
  const part = openPart(secret, tokenOf(url), clock.now());
  if (part === null) throw new TypeError("the link is not ours");
  return part;
}

describe("a stranger", () => {
  test("cannot get an export of another's connection, which is unknown to them", async () => {
    const stranger = await scene.api.organization();
    const { key } = stranger;
    const answer = await callTool(scene.api.app, crear, query([scene.own.a]), { key });
    expect(issuesIn(answer)).toMatchObject([
      { path: ["conexiones", 0], code: "unknown_connection" },
    ]);
    const own = await scene.api.connection(stranger.id, "banco_a");
    const both = await callTool(scene.api.app, crear, query([own, scene.own.a]), { key });
    expect(issuesIn(both)).toMatchObject([{ path: ["conexiones", 1], code: "unknown_connection" }]);
  });

  test("gets nothing with a link as a credential, nor with a credential as a link", async () => {
    const token = tokenOf(await offer());
    for (const path of ["/v1/syncs", "/v1/events", "/v1/webhooks"]) {
      const headers = { authorization: `Bearer ${token}` };
      expect(await opened(path, { headers })).toEqual(refused);
    }
    expect(await opened(at(scene.owner.key))).toEqual(refused);
  });

  test("changes nothing with a method that a link does not have", async () => {
    const path = pathOf(await offer());
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const { status } = await opened(path, { method });
      expect([method, status]).toEqual([method, 404]);
    }
    expect((await open(path)).rows).toBe(rowsOfEach);
  });
});

describe("a link that was forged", () => {
  const sealedBy = (mac: Buffer, part: object): string =>
    Buffer.concat([mac, Buffer.from(JSON.stringify(part))]).toString("base64url");
  const macIn = (token: string): Buffer => Buffer.from(token, "base64url").subarray(0, 32);

  test("with the seal of another text, or one of a guessed secret, is unknown", async () => {
    const url = await offer();
    const part = partOf(url);
    const later = { ...part, expiresAt: part.expiresAt + 86_400_000 };
    const guessed = createHmac("sha256", "secret").update(JSON.stringify(later)).digest();
    const { secret } = scene.api.deps;
    const forged = [
      sealedBy(macIn(tokenOf(url)), later),
      sealedBy(macIn(tokenOf(url)), { ...part, connectionIds: [scene.own.d] }),
      sealedBy(guessed, later),
      sealedBy(Buffer.alloc(32), later),
      // Made by the service, but for something else.
      sealedBy(secret.hash("cursor", JSON.stringify(later)), later),
      sealedBy(Buffer.alloc(0), later),
    ];
    for (const token of forged) expect(await opened(at(token))).toEqual(refused);
  });

  test("is accepted in one spelling only", async () => {
    const token = tokenOf(await offer());
    const spelled = [
      `${token}=`,
      `${token}A`,
      token.slice(0, -1),
      token.slice(1),
      ` ${token}`,
      `${token}%20`,
      token.toUpperCase(),
      Buffer.from(token, "base64url").toString("hex"),
    ];
    for (const one of spelled) {
      expect((await opened(at(one))).status).toBeGreaterThanOrEqual(400);
    }
  });

  test("with another organization's rows under a valid seal still meets row-level security", async () => {
    const stranger = await scene.api.organization();
    const own = await scene.api.connection(stranger.id, "banco_a");
    const mine = partOf(await offer(own, stranger.key));
    const { secret } = scene.api.deps;
    const foreign = { ...mine, connectionIds: [scene.own.a] };
    expect(await opened(at(sealPart(secret, foreign)))).toEqual(refused);
    const theirs = { ...foreign, organizationId: scene.owner.id };
    expect(await opened(at(sealPart(secret, theirs)))).toEqual(refused);
  });
});

test.each([
  ["no token", () => "/v1/exports/"],
  ["a dot", () => "/v1/exports/."],
  ["the folder above", () => "/v1/exports/..%2ftools"],
  ["the folder above, twice encoded", () => "/v1/exports/%252e%252e%252ftools"],
  ["a zero byte", () => "/v1/exports/%00"],
  ["broken percents", () => "/v1/exports/%zz"],
  ["more than a token", () => `/v1/exports/${"A".repeat(9_000)}`],
  ["a query in its place", () => "/v1/exports?token=AAAA"],
  ["a file behind it", async () => `${pathOf(await offer())}/rows.csv`],
  ["a slash behind it", async () => `${pathOf(await offer())}//`],
])("a path with %s leads nowhere", async (_what, path) => {
  const { status, code } = await opened(await path());
  expect([400, 401, 404]).toContain(status);
  expect(code).not.toBeNull();
});

test("a link expires after its time, however often it was used", async () => {
  const path = pathOf(await offer());
  const { clock } = scene.api;
  const begun = clock.now().getTime();
  expect((await open(path)).rows).toBe(rowsOfEach);
  clock.moveTo(new Date(begun + 14 * 60_000));
  expect((await open(path)).rows).toBe(rowsOfEach);
  clock.moveTo(new Date(begun + 15 * 60_000));
  expect(await opened(path)).toEqual(refused);
});

describe("a link of what was erased", () => {
  const asOperator = (id: string) => ({
    ...scene.api.contextOf(id),
    vault: scene.api.deps.vault,
  });
  const erase = () => eraseDeleted({ ...scene.api.deps, db: scene.api.database.keeper });

  test("stops working once its connection is deleted, before and after it is erased", async () => {
    const connection = await scene.api.connection(scene.owner.id, "banco_a");
    const path = pathOf(await offer(connection));
    expect((await open(path)).status).toBe(200);
    const deleted = await deleteConnection(asOperator(scene.owner.id), connection);
    expect(deleted).toEqual({ kind: "deleted" });
    expect(await opened(path)).toEqual(refused);
    await erase();
    expect(await opened(path)).toEqual(refused);
    expect((await open(pathOf(await offer()))).rows).toBe(rowsOfEach);
  });

  test("stops working once its organization is to be deleted, before and after it is erased", async () => {
    const gone = await scene.api.organization();
    const connection = await scene.api.connection(gone.id, "banco_a");
    const path = pathOf(await offer(connection, gone.key));
    expect((await open(path)).status).toBe(200);
    const deleted = await deleteOrganization(asOperator(gone.id), { inDays: 0 });
    expect(deleted).toEqual({ kind: "deleted" });
    expect(await opened(path)).toEqual(refused);
    await erase();
    expect(await opened(path)).toEqual(refused);
  });
});
