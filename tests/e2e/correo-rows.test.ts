import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { client } from "#infra/sandbox/testing/correo.ts";
import { storeCredential } from "#lib/connections/index.ts";
import { open } from "#lib/connectors/correo/driver/index.ts";
import { withTx } from "#lib/db/context.ts";
import type { Answered } from "#tests/support/scenes/api.ts";
import { companyRut, mailScene, type MailScene } from "#tests/support/scenes/mail-scene.ts";
import { pollUntil } from "#tests/support/poll-until.ts";

// Every row of the connector's tables, and of the contract's table about sent mails, as far as the simulated provider
// can play them.

let scene: MailScene;
let caller: Awaited<ReturnType<MailScene["mailbox"]>>;
beforeAll(async () => {
  scene = await mailScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  await scene.sandbox.control("POST", "/reset");
  caller = await scene.mailbox();
});

const mail = { para: ["ana@example.com"], asunto: "Factura 7012", cuerpo: "Hola" };
const send = (key: string = randomUUID()) =>
  scene.call("correo.enviar", mail, { ...caller, idempotencyKey: key });
const search = () => scene.call("correos.buscar", { consulta: "in:sent" }, caller);
const control = (method: string, path: string, body?: unknown) =>
  scene.sandbox.control<{ rows: { id: string }[] }>(method, `/portals/correo${path}`, body);
const refreshes = async () => (await scene.log())["token_refreshes"];

function refused({ status, body }: Answered, expected: [number, string]) {
  expect([status, body.error?.code]).toEqual(expected);
  return body.error?.details;
}

/** Stores tokens of the account in a chosen state. */
async function keep(accessToken: string, leftMs: number): Promise<void> {
  const { vault, secret } = scene.deps;
  const { id: organizationId, connection: connectionId, account: cuenta } = caller;
  const expiraEn = new Date(scene.clock.now().getTime() + leftMs).toISOString();
  const { body } = await scene.sandbox.control<{ system: string; logins: Listed[] }[]>(
    "GET",
    "/portals",
  );
  const listed = body.find(({ system }) => system === "correo")?.logins ?? [];
  const refreshToken = listed.find(({ account }) => account === cuenta)?.refreshToken ?? "";
  const fields = { cuenta, accessToken, refreshToken, expiraEn };
  await withTx(scene.contextOf(organizationId), (tx) =>
    storeCredential(
      { ...tx, vault, secret },
      { organizationId, connectionId, connector: "correo", fields },
    ),
  );
}

interface Listed {
  account: string;
  refreshToken: string;
}

const said: Record<string, () => Promise<void>> = {
  "`invalid_grant` for a refresh": async () => {
    await control("POST", `/accounts/${caller.account}`, { action: "revoke" });
    refused(await search(), [428, "connected_account_required"]);
  },
  "`invalid_grant` for a code": async () => {
    const now = scene.clock.now();
    const url = `${scene.sandbox.url}/portals/correo`;
    const oauth = {
      clientId: client.id,
      clientSecret: client.secret,
      authorizationUrl: `${url}/oauth/authorize`,
      tokenUrl: `${url}/oauth/token`,
    };
    const given = { baseUrl: url, now, today: "2026-01-01" as never, client: oauth };
    const driver = open({ ...given, signal: AbortSignal.timeout(20_000) });
    const brought = { codigo: "de-otro", verificador: "v".repeat(43), retorno: `${url}/volver` };
    const hooks = { submitting: () => Promise.resolve() };
    await expect(driver.login(brought, companyRut, hooks)).rejects.toMatchObject({
      code: "forbidden",
    });
  },
  "`invalid_client`, `unauthorized_client`": async () => {
    const own = scene.clients["correo"];
    if (own === undefined) throw new TypeError("no client");
    scene.clients["correo"] = { ...own, clientSecret: "otro" };
    refused(await search(), [503, "service_unavailable"]);
    scene.clients["correo"] = own;
    expect((await search()).status).toBe(200);
  },
  "401 to a call": async () => {
    await keep("no-sirve", 3_600_000);
    expect([(await search()).status, await refreshes()]).toEqual([200, 1]);
  },
  "403 `permiso_insuficiente`": async () => {
    caller = await scene.mailbox("read_only");
    const details = refused(await send(), [403, "forbidden"]);
    expect(details).toMatchObject({ reason: "provider_scope_missing", modulo: "enviar" });
  },
  "429": async () => {
    await search();
    await scene.fault("rate_limited");
    const details = refused(await search(), [502, "upstream_error"]);
    expect(details).toMatchObject({ retryAfterSeconds: 3 });
  },
  "5xx, no answer, none in time": async () => {
    await scene.fault("refresh_lost", { delayMs: 1 });
    expect([(await search()).status, await refreshes()]).toEqual([200, 1]);
    await scene.fault("unavailable");
    refused(await search(), [502, "upstream_error"]);
    expect((await search()).status).toBe(200);
  },
  "another status, another shape": async () => {
    await scene.fault("layout_changed");
    refused(await search(), [502, "upstream_unexpected_response"]);
    expect((await search()).status).toBe(200);
  },
};

const sent = { estado: "enviado", siguientePaso: "ninguno" };
const unknown = { estado: "resultado_desconocido", puedeReintentar: false };
const deliveries = async () => (await scene.delivered()).length;

/** By what its thread shows, and whether its draft still exists. */
const verdicts: Record<string, () => Promise<void>> = {
  "yes, gone": async () => {
    await scene.fault("mail_lost", { delayMs: 1 });
    expect((await send()).body.data).toMatchObject(sent);
    expect(await deliveries()).toBe(1);
  },
  "yes, there": async () => {
    await scene.fault("draft_lingers");
    const told = { ...sent, siguientePaso: "revisar_borrador" };
    expect((await send()).body.data).toMatchObject(told);
    expect(await deliveries()).toBe(1);
  },
  "no, there": async () => {
    await scene.fault("mail_dropped", { delayMs: 1 });
    const key = randomUUID();
    expect((await send(key)).body.data).toMatchObject(unknown);
    scene.advance(61);
    const details = refused(await send(key), [502, "upstream_error"]);
    expect(details).toMatchObject({ enviado: false });
    expect((await send(key)).body.data).toMatchObject(sent);
    expect(await deliveries()).toBe(1);
  },
  "no, gone": async () => {
    // A person deletes it while the sending hangs.
    await scene.fault("mail_dropped", { delayMs: 7_000 });
    const key = randomUUID();
    const asked = send(key);
    await pollUntil(scene.log, ({ sends = 0 }) => sends > 0, 20);
    const { body } = await control("GET", `/truth?resource=borradores&cuenta=${caller.account}`);
    await control("POST", `/drafts/${body.rows[0]?.id}`, { action: "delete" });
    await control("DELETE", "/faults");
    const told = { ...unknown, siguientePaso: "reconciliar" };
    expect((await asked).body.data).toMatchObject(told);
    scene.advance(31 * 60);
    const later = { ...unknown, siguientePaso: "revisar_enviados" };
    expect((await send(key)).body.data).toMatchObject(later);
    expect(await deliveries()).toBe(0);
  },
};

/** The first cells of a table's rows, found by its header. */
async function rowsOf(header: string, cells: number): Promise<string[]> {
  const text = await readFile("lib/connectors/correo/README.md", "utf8");
  const lines = text.split("\n");
  const from = lines.findIndex((line) => line.startsWith(`| ${header} `)) + 2;
  const rows = lines.slice(from, lines.indexOf("", from));
  return rows.map((row) =>
    row
      .split("|")
      .slice(1, 1 + cells)
      .map((cell) => cell.trim())
      .join(", "),
  );
}

describe("what the provider says", () => {
  test("every row of the page has a test", async () => {
    const rows = await rowsOf("the provider says", 1);
    expect(rows.toSorted()).toEqual(Object.keys(said).toSorted());
  });

  test.each(Object.entries(said))("%s", (_row, provoke) => provoke());
});

describe("what became of a mail", () => {
  test("every row of the page has a test", async () => {
    const header = "a new sent mail of the same content";
    expect(await rowsOf(header, 2)).toEqual(Object.keys(verdicts));
  });

  test.each(Object.entries(verdicts))("%s", (_row, provoke) => provoke());
});

describe("a mail under a key", () => {
  test("is sent, and the same key gets the same answer", async () => {
    const key = randomUUID();
    const first = await send(key);
    expect(first.body.data).toMatchObject(sent);
    expect((await send(key)).body.data).toEqual(first.body.data);
    expect((await send()).body.data).toMatchObject(sent);
    expect(await deliveries()).toBe(2);
  });

  test("with an unknown outcome is looked for under the same key, and not sent again", async () => {
    await scene.fault("mail_lingers", { delayMs: 600_000 });
    const key = randomUUID();
    const first = await send(key);
    expect(first.body.data).toMatchObject(unknown);
    scene.advance(601);
    const again = await send(key);
    const { operacionId } = first.body.data ?? {};
    expect(again.body.data).toMatchObject({ ...sent, operacionId });
    expect(await deliveries()).toBe(1);
  });
});
