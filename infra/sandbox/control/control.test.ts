import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { counterNames } from "../system/counters.ts";
import { standaloneService } from "../standalone.ts";
import { startTestSandbox, type TestSandbox } from "../testing/sandbox.ts";
import type { ServiceControl } from "../service-control.ts";

let sandbox: TestSandbox;
const calls: unknown[][] = [];

/** A service that records its calls and knows only the organization `org_1`. */
function recordingService(): ServiceControl {
  const answer =
    <T>(name: string, value: T) =>
    async (...given: unknown[]): Promise<T> => {
      calls.push([name, ...given]);
      if (given[0] === "org_unknown") {
        throw Object.assign(new Error("no such organization"), { status: 404, code: "not_found" });
      }
      return value;
    };
  return {
    ...standaloneService(new Date("2026-11-21T15:00:00Z")),
    createOrganization: answer("createOrganization", { id: "org_1" }),
    updateOrganization: answer("updateOrganization", { id: "org_1", billing: "past_due" }),
    createKey: answer("createKey", { id: "key_1", key: "secret" }),
    revokeKey: answer("revokeKey", undefined),
    updateConnection: answer("updateConnection", undefined),
    auditOf: answer("auditOf", [{ outcome: "ok" }]),
    createMember: answer("createMember", { userId: "usr_1", email: "a@b.cl", password: "x" }),
    removeMember: answer("removeMember", undefined),
    mailsTo: answer("mailsTo", [{ kind: "invitation" }]),
    clearMails: answer("clearMails", undefined),
    setNames: answer("setNames", undefined),
    clearNames: answer("clearNames", undefined),
    forgetLogins: answer("forgetLogins", undefined),
  };
}

beforeAll(async () => {
  sandbox = await startTestSandbox(recordingService());
});
afterAll(() => sandbox.close());

describe("calls that are passed on to the service", () => {
  const organization = { name: "Prueba", plan: "pro", billing: "active" };
  const key = { organizationId: "org_1", scopes: ["echo:read"] };
  const member = { organizationId: "org_1", role: "member", canIssue: true };
  const limitedKey = { ...key, connections: ["conn_1"] };
  const names = { "uno.example": ["93.184.215.14", "::1"], "ninguno.example": [] };
  test.each([
    ["POST", "/organizations", organization, 201, ["createOrganization", organization]],
    [
      "PATCH",
      "/organizations/org_1",
      { billing: "past_due" },
      200,
      ["updateOrganization", "org_1", { billing: "past_due" }],
    ],
    [
      "PATCH",
      "/organizations/org_1",
      { honorarios: { habilitado: true, montoMaximo: 1 } },
      200,
      ["updateOrganization", "org_1", { honorarios: { habilitado: true, montoMaximo: 1 } }],
    ],
    [
      "PATCH",
      "/organizations/org_1",
      { honorarios: null, carpeta: null },
      200,
      ["updateOrganization", "org_1", { honorarios: null, carpeta: null }],
    ],
    ["POST", "/keys", key, 201, ["createKey", key]],
    ["POST", "/keys", limitedKey, 201, ["createKey", limitedKey]],
    ["DELETE", "/keys/key_1", undefined, 200, ["revokeKey", "key_1"]],
    [
      "PATCH",
      "/connections/conn_1",
      { disabled: true, alcances: ["saldos"] },
      200,
      ["updateConnection", "conn_1", { disabled: true, alcances: ["saldos"] }],
    ],
    ["GET", "/audit?request_id=req_1", undefined, 200, ["auditOf", "req_1"]],
    ["POST", "/members", member, 201, ["createMember", member]],
    ["DELETE", "/members/org_1/usr_1", undefined, 200, ["removeMember", "org_1", "usr_1"]],
    ["GET", "/mail", undefined, 200, ["mailsTo", {}]],
    ["GET", "/mail?to=a%40b.cl", undefined, 200, ["mailsTo", { to: "a@b.cl" }]],
    ["DELETE", "/mail", undefined, 200, ["clearMails"]],
    ["POST", "/dns", names, 200, ["setNames", names]],
    ["DELETE", "/dns", undefined, 200, ["clearNames"]],
    ["POST", "/reset", undefined, 200, ["forgetLogins"]],
  ])("%s %s", async (method, path, body, status, call) => {
    const answer = await sandbox.control(method, path, body);
    expect(answer.status).toBe(status);
    expect(calls.at(-1)).toEqual(call);
  });

  test("answer what the service answers", async () => {
    expect((await sandbox.control("POST", "/keys", key)).body).toEqual({
      id: "key_1",
      key: "secret",
    });
    expect((await sandbox.control("GET", "/audit?request_id=req_1")).body).toEqual({
      rows: [{ outcome: "ok" }],
    });
  });

  test("answer its error with its status and code", async () => {
    expect(await sandbox.control("PATCH", "/organizations/org_unknown", {})).toEqual({
      status: 404,
      body: { error: "no such organization", code: "not_found" },
    });
  });
});

describe("a wrong call is a 400 that names what it takes", () => {
  test.each([
    ["POST", "/clock", { advance: "P1M" }],
    ["POST", "/clock", { now: "2020-01-01T00:00:00Z" }],
    ["POST", "/clock", { advance: "PT1M", now: "2030-01-01T00:00:00Z" }],
    ["POST", "/organizations", { name: "Prueba", plan: "gold", billing: "active" }],
    ["POST", "/organizations", { name: "Prueba", plan: "pro", billing: "active", more: 1 }],
    ["POST", "/keys", { scopes: [] }],
    ["PATCH", "/connections/conn_1", { enabled: true }],
    ["GET", "/audit", undefined],
    ["GET", "/mail?from=x", undefined],
    ["POST", "/dns", { "uno.example": ["not an address"] }],
    ["POST", "/receivers/uno", { answers: ["nothing"] }],
    ["GET", "/portals/banco_z/log", undefined],
    ["GET", "/portals/banco_a/truth?resource=nada", undefined],
    ["GET", "/portals/banco_a/truth?resource=movimientos&periodo=2026-13", undefined],
    ["GET", "/portals/banco_a/truth?resource=movimientos&periodo=2026-12", undefined],
    ["GET", "/portals/banco_a/truth?resource=movimientos&periodo=2024-10", undefined],
    ["GET", "/portals/banco_a/truth?resource=movimientos&rut=1-9", undefined],
    ["POST", "/portals/banco_a/faults", { kind: "unavailable", times: 0 }],
    ["PATCH", "/portals/banco_a", { topeAnulacion: 1 }],
    ["PATCH", "/portals/tributario", { tope: 1 }],
    ["PATCH", "/portals/tributario", { direcciones: 4 }],
    ["PATCH", "/portals/tributario", { topeAnulacion: "1" }],
    ["PATCH", "/portals/tributario", []],
    ["POST", "/portals/tributario/receivers", { rut: "76177907-9" }],
    ["POST", "/portals/tributario/receivers", { rut: "76177907-1", answer: "accept" }],
    ["POST", "/portals/tributario/receivers", { rut: "76177907-9", answer: "yes" }],
    [
      "POST",
      "/portals/tributario/receivers",
      { rut: "76177907-9", answer: "accept", afterSeconds: -1 },
    ],
    ["POST", "/portals/tributario/nada", {}],
    ["POST", "/portals/tributario/receivers/76177907-9", { answer: "accept" }],
    ["PATCH", "/portals/facturacion", { idempotencia: "todo" }],
    ["PATCH", "/portals/facturacion", { aceptacion: { result: "aceptado" } }],
    ["PATCH", "/portals/facturacion", { documentosRestantes: -1 }],
    ["PATCH", "/portals/facturacion", { certificadoVence: "2027-02-30" }],
    ["GET", "/portals/facturacion/truth?resource=documentos&rut=1-9", undefined],
    ["POST", "/portals/facturacion/faults", { kind: "mail_lost" }],
    ["PATCH", "/portals/correo", { usedDraft: 410 }],
    ["PATCH", "/portals/correo", { searchLagSeconds: "30" }],
    ["PATCH", "/portals/correo", { refreshGraceSeconds: -1 }],
    ["POST", "/portals/correo/drafts", { action: "send" }],
    ["POST", "/portals/correo/rows", { rows: [{}] }],
    ["GET", "/portals/correo/truth?resource=boletas", undefined],
    ["POST", "/portals/banco_a/receivers", { rut: "76177907-9", answer: "accept" }],
    ["GET", "/portals/tributario/truth?resource=boletas&periodo=2027-03", undefined],
    ["POST", "/portals/banco_a/rows", { rows: [] }],
    ["POST", "/portals/banco_a/rows", { rows: [{ fecha: "2026-11-01", glosa: "Nada" }] }],
    [
      "POST",
      "/portals/banco_a/rows",
      { rows: [{ fecha: "2026-11-22", glosa: "Mañana", cargo: 1 }] },
    ],
    [
      "POST",
      "/portals/banco_a/rows",
      { periodo: "2026-10", rows: [{ fecha: "2026-11-01", glosa: "Otro mes", cargo: 1 }] },
    ],
  ])("%s %s %j", async (method, path, body) => {
    const before = calls.length;
    const answer = await sandbox.control(method, path, body);
    expect(answer.status).toBe(400);
    expect(answer.body["error"]).toBeTypeOf("string");
    expect(answer.body["takes"]).toBeTruthy();
    expect(calls).toHaveLength(before);
  });

  test("also when the body is not JSON", async () => {
    const answer = await fetch(`${sandbox.url}/control/clock`, { method: "POST", body: "{" });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: "the body is not JSON" });
  });

  test("an unknown path answers with the list of calls", async () => {
    const { status, body } = await sandbox.control("GET", "/nada");
    expect(status).toBe(404);
    expect(body["takes"]).toContain("POST /clock");
  });
});

describe("the clock", () => {
  test("moves by a duration and to an instant, and never back", async () => {
    const clock = () => sandbox.control<{ now: string }>("GET", "/clock");
    const from = Date.parse((await clock()).body.now);
    const { body } = await sandbox.control<{ now: string }>("POST", "/clock", {
      advance: "P1DT2H3M4S",
    });
    const advanced = Date.parse(body.now) - from;
    const asked = ((26 * 60 + 3) * 60 + 4) * 1000;
    expect(advanced).toBeGreaterThanOrEqual(asked);
    expect(advanced).toBeLessThan(asked + 60_000);
    await sandbox.control("POST", "/clock", { now: "2026-11-25T12:00:00-03:00" });
    expect((await clock()).body.now).toMatch(/^2026-11-25T15:00:/);
  });
});

describe("the portals", () => {
  test("are listed with url, logins and alcances", async () => {
    const { body } = await sandbox.control<Record<string, unknown>[]>("GET", "/portals");
    expect(body.find(({ system }) => system === "banco_a")).toMatchObject({
      url: `${sandbox.url}/portals/banco_a`,
      alcances: ["saldos", "movimientos"],
    });
    expect(body.map(({ system }) => system)).not.toContain("indicadores");
  });

  test.each(["banco_a", "indicadores"])("%s: the log has every counter", async (system) => {
    const { body } = await sandbox.control("GET", `/portals/${system}/log`);
    expect(Object.keys(body).toSorted()).toEqual([...counterNames].toSorted());
  });

  test("have switches by name, which change together or not at all, and which reset restores", async () => {
    const asked = "/portals/tributario";
    const initial = { topeAnulacion: 100_000_000, direcciones: 1, carpetaMs: 1200 };
    expect((await sandbox.control("GET", asked)).body).toEqual(initial);
    const changed = { ...initial, direcciones: 3, carpetaMs: 0 };
    const patch = { direcciones: 3, carpetaMs: 0 };
    expect(await sandbox.control("PATCH", asked, patch)).toEqual({ status: 200, body: changed });
    await sandbox.control("PATCH", asked, { topeAnulacion: 5, direcciones: 0 });
    expect((await sandbox.control("GET", asked)).body).toEqual(changed);
    await sandbox.control("POST", "/reset");
    expect((await sandbox.control("GET", asked)).body).toEqual(initial);
    expect(await sandbox.control("GET", "/portals/banco_a")).toEqual({ status: 200, body: {} });
  });

  test.each([
    [
      "facturacion",
      {
        idempotencia: "clave",
        aceptacion: { afterSeconds: 120, result: "aceptado" },
        documentosRestantes: 5000,
        certificadoVence: "2027-12-31",
      },
      { aceptacion: { afterSeconds: 5, result: "reparos" }, certificadoVence: "2026-12-01" },
    ],
    [
      "correo",
      { searchLagSeconds: 30, usedDraft: 404, refreshGraceSeconds: 60 },
      { searchLagSeconds: 0, usedDraft: 400 },
    ],
  ])("%s: its switches by name, changed and set back", async (system, initial, patch) => {
    const asked = `/portals/${system}`;
    expect((await sandbox.control("GET", asked)).body).toEqual(initial);
    const changed = { status: 200, body: { ...initial, ...patch } };
    expect(await sandbox.control("PATCH", asked, patch)).toEqual(changed);
    await sandbox.control("POST", "/reset");
    expect((await sandbox.control("GET", asked)).body).toEqual(initial);
  });

  test("let somebody outside act", async () => {
    const told = { rut: "76.177.907-9", answer: "accept" };
    const answer = await sandbox.control("POST", "/portals/tributario/receivers", told);
    expect(answer).toEqual({
      status: 200,
      body: { rut: "76177907-9", answer: "accept", afterSeconds: 0 },
    });
  });

  test("reset restores rows, counters and faults, and leaves the clock", async () => {
    const rows = "/portals/banco_a/truth?resource=movimientos&periodo=2026-10";
    const before = await sandbox.control("GET", rows);
    const row = { fecha: "2026-10-15", glosa: "Ajuste", abono: 5 };
    await sandbox.control("POST", "/portals/banco_a/rows", { rows: [row] });
    await sandbox.control("POST", "/portals/banco_a/faults", { kind: "unavailable", times: 9 });
    await sandbox.control("POST", "/receivers/uno", { answers: [500] });
    const clock = await sandbox.control<{ now: string }>("GET", "/clock");
    expect((await sandbox.control("GET", rows)).body).not.toEqual(before.body);
    await sandbox.control("POST", "/reset");
    expect((await sandbox.control("GET", rows)).body).toEqual(before.body);
    expect((await fetch(`${sandbox.url}/portals/banco_a/ingreso`)).status).toBe(200);
    expect((await sandbox.control("GET", "/portals/banco_a/log")).body).toMatchObject({ pages: 1 });
    const after = await sandbox.control<{ now: string }>("GET", "/clock");
    expect(after.body.now >= clock.body.now).toBe(true);
  });
});
