import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withCredential } from "#lib/connections/index.ts";
import { testApi, type TestApi, type TestOrganization } from "#tests/support/scenes/api.ts";
import { testDashboard, type TestDashboard } from "#tests/support/scenes/dashboard.ts";
import type { ServiceControl } from "#infra/sandbox/index.ts";
import { folderSettings } from "#lib/acts/folders/index.ts";
import { createMailbox } from "./mailbox.ts";
import { createNames } from "./names.ts";
import { serviceControl } from "./service-control.ts";

let api: TestApi;
let dashboard: TestDashboard;
let control: ServiceControl;
let owner: TestOrganization;
let stranger: TestOrganization;
let connection: string;
beforeAll(async () => {
  api = await testApi();
  const moveClock = () => Promise.resolve();
  const mailbox = createMailbox(api.clock);
  dashboard = await testDashboard(api);
  const parts = { ...api.deps, dashboard: dashboard.deps, mailbox };
  control = serviceControl({ ...parts, names: createNames(), moveClock });
  owner = await api.organization();
  stranger = await api.organization();
  connection = await api.connection(owner.id, "banco_a");
});
afterAll(async () => {
  await dashboard.close();
  await api.close();
});

const credencial = async (): Promise<unknown> =>
  (await api.database.owner("select credencial from connections where id = $1", [connection]))[0]?.[
    "credencial"
  ];

describe("the policy of fee receipts", () => {
  const policy = {
    habilitado: true,
    diasAtras: 1,
    diasAdelante: 2,
    montoMaximo: 3,
    montoDiario: 4,
    cantidadDiaria: 5,
  };
  const kept = async (): Promise<unknown> =>
    (
      await api.database.owner(
        "select enabled, max_amount from fee_receipt_policies where organization_id = $1",
        [owner.id],
      )
    )[0];

  test("is set as owners would set it, and turned off by null", async () => {
    await control.updateOrganization(owner.id, { honorarios: null });
    expect(await kept()).toBeUndefined();
    await control.updateOrganization(owner.id, { honorarios: policy });
    expect(await kept()).toEqual({ enabled: true, max_amount: "3" });
    await control.updateOrganization(owner.id, { honorarios: null });
    expect(await kept()).toEqual({ enabled: false, max_amount: "3" });
  });

  test("with an unknown field it is refused, and nothing in the call is done", async () => {
    const wrong = { plan: "free", honorarios: { ...policy, montoMaxim: 1 } } as const;
    const refused = { status: 400, message: expect.stringContaining("montoMaxim") };
    await expect(control.updateOrganization(owner.id, wrong)).rejects.toMatchObject(refused);
  });
});

describe("the recipients of tax folders", () => {
  const destinatario = {
    otroNombre: "Arriendos",
    correo: "a@example.com",
    entrega: "destinatario",
  };
  const kept = async (): Promise<unknown> => {
    const { on, confirmed } = await folderSettings(api.contextOf(owner.id));
    return [on, confirmed?.name ?? null];
  };

  test("are set as owners would set them, and null turns folders off and removes everybody", async () => {
    await control.updateOrganization(owner.id, { carpeta: { habilitado: true, destinatario } });
    expect(await kept()).toEqual([true, "Arriendos"]);
    await control.updateOrganization(owner.id, { carpeta: { habilitado: false } });
    expect(await kept()).toEqual([false, "Arriendos"]);
    await control.updateOrganization(owner.id, { carpeta: null });
    expect(await kept()).toEqual([false, null]);
  });

  test("with an impossible recipient are refused, and nothing in the call is done", async () => {
    const wrong = { habilitado: true, destinatario: { ...destinatario, correo: "nadie" } };
    const refused = { status: 400, message: expect.stringContaining("correo") };
    await expect(
      control.updateOrganization(owner.id, { name: "Otra", carpeta: wrong }),
    ).rejects.toMatchObject(refused);
    expect(await kept()).toEqual([false, null]);
    const query = "select name from organizations where id = $1";
    expect(await api.database.owner(query, [owner.id])).not.toEqual([{ name: "Otra" }]);
  });
});

describe("the credential of a connection", () => {
  test("is replaced by the given fields, and is live with them", async () => {
    const fields = { rut: "12345678-5", clave: "otra", empresa: "76555835-2" };
    await control.updateConnection(connection, { credencial: "rechazada" });
    expect(await credencial()).toBe("rechazada");
    await control.updateConnection(connection, { credencial: fields });
    expect(await credencial()).toBe("viva");
    const [row] = await api.database.owner(
      "select sealed from credentials where connection_id = $1",
      [connection],
    );
    const place = { organizationId: owner.id, connectionId: connection };
    const sealed = row?.["sealed"] as Buffer;
    expect(
      await withCredential(api.deps, { ...place, sealed }, (kept) => Promise.resolve(kept)),
    ).toEqual(fields);
  });

  test("called live is live: refusals of its login no longer count, those of others do", async () => {
    const fields = { rut: "12345678-5", clave: "otra", empresa: "76555835-2" };
    await control.updateConnection(connection, { credencial: fields });
    await api.database.owner(
      `insert into login_attempts (id, organization_id, login_identity, secret_hash, job_id, token,
         started_at, ended_at, outcome)
       select 'la_own', organization_id, login_identity, secret_hash, 'sjb_1', 1, now(), now(), 'rejected'
       from credentials where connection_id = $1
       union all
       select 'la_other', organization_id, '\\x00', '\\x01', 'sjb_2', 1, now(), now(), 'rejected'
       from credentials where connection_id = $1`,
      [connection],
    );
    await control.updateConnection(connection, { credencial: "viva" });
    const left = await api.database.owner("select id from login_attempts");
    expect(left).toEqual([{ id: "la_other" }]);
  });

  test("is absent if none is given", async () => {
    await control.updateConnection(connection, { credencial: null });
    expect(await credencial()).toBe("ausente");
  });
});

const nobody = "0".repeat(26);
const wrong = (message: string) => ({ status: 400, message: expect.stringContaining(message) });

describe("a wrong call is reported as wrong, and nothing of it is stored", () => {
  test.each<[string, () => Promise<unknown>, string]>([
    [
      "a state that a credential does not have",
      () => control.updateConnection(connection, { credencial: "buena" }),
      "rechazada",
    ],
    [
      "a module that the system does not have",
      () => control.updateConnection(connection, { disabled: true, alcances: ["saldos", "zzz"] }),
      "alcances: zzz",
    ],
    [
      "a scope of a connection that is none",
      () => control.updateConnection(connection, { disabled: true, scopes: ["zzz:read"] }),
      "scopes: zzz:read",
    ],
    [
      "a connection that nobody has",
      () => control.updateConnection(`conn_${nobody}`, { credencial: { rut: "1-9" } }),
      "no such connection",
    ],
    ["a key that nobody has", () => control.revokeKey(`key_${nobody}`), "no such key"],
    [
      "a key for nobody",
      () => control.createKey({ organizationId: `org_${nobody}`, scopes: [] }),
      "no such organization",
    ],
    [
      "a scope that is none",
      () => control.createKey({ organizationId: owner.id, scopes: ["todo"] }),
      "scopes",
    ],
    [
      "a scope of a system that is none",
      () => control.createKey({ organizationId: owner.id, scopes: ["banco_a:read", "zzz:read"] }),
      "scopes: zzz:read",
    ],
    [
      "a connection's id that is none",
      () => control.createKey({ organizationId: owner.id, scopes: [], connections: ["banco_a"] }),
      "connections: banco_a",
    ],
    [
      "another organization's connection",
      async () => {
        const connections = [connection, await api.connection(stranger.id, "banco_a")];
        return control.createKey({ organizationId: owner.id, scopes: [], connections });
      },
      "connections: conn_",
    ],
    [
      "an organization that nobody has",
      () => control.updateOrganization(`org_${nobody}`, { plan: "pro" }),
      "no such organization",
    ],
    [
      "a connector that is none, of a new organization",
      () => control.createOrganization({ ...another, connectors: ["banco_a", "zzz"] }),
      "connectors: zzz",
    ],
    [
      "a connector that is none",
      () => control.updateOrganization(owner.id, { plan: "free", connectors: ["zzz"] }),
      "connectors: zzz",
    ],
  ])("%s", async (_case, call, message) => {
    const before = await everything();
    await expect(call()).rejects.toMatchObject(wrong(message));
    expect(await everything()).toEqual(before);
  });

  test("a rule that refuses a correct call is no wrong call", async () => {
    const { userId } = await control.createMember({ organizationId: stranger.id, role: "owner" });
    await expect(control.removeMember(stranger.id, userId)).rejects.toMatchObject({
      status: 403,
      code: "forbidden",
    });
  });
});

test("a key may have ended already, have every system's scopes, and know one connection", async () => {
  const scopes = api.deps.catalogue.manifests.flatMap(({ id }) => [`${id}:read`, `${id}:write`]);
  const made = await control.createKey({
    organizationId: owner.id,
    scopes: [...scopes, "webhooks:read", "webhooks:write"],
    connections: [connection],
    expiresAt: "2020-01-01T00:00:00Z",
  });
  expect(made.id).toMatch(/^key_/);
});

const another = { name: "Otra", plan: "pro", billing: "active" } as const;

/** Without the connection that a case makes for the stranger. */
async function everything(): Promise<unknown> {
  const rows = [];
  for (const [table, own] of [
    ["organizations", "true"],
    ["organization_connectors", "true"],
    ["api_keys", "true"],
    ["connections", `organization_id <> '${stranger.id}'`],
  ]) {
    const text = `select to_jsonb(t) as row from ${table} t where ${own} order by to_jsonb(t)::text`;
    rows.push(await api.database.owner(text));
  }
  return rows;
}
