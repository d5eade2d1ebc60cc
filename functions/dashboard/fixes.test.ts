import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMonths, periodoOf, todayInSantiago } from "#lib/chile/index.ts";
import { updateConnection } from "#lib/connections/index.ts";
import { withTx } from "#lib/db/context.ts";
import { createApiKey, updateOrganization } from "#lib/identity/index.ts";
import { addMember } from "#lib/identity/people/index.ts";
import { errorCodes, errorEntry } from "#lib/kernel/errors/index.ts";
import { callTool, type Answered } from "#tests/support/scenes/api.ts";
import { feeReceipt } from "#tests/support/scenes/fee-lane.ts";
import { testDashboard, type TestDashboard } from "#tests/support/scenes/dashboard.ts";
import { organizationOf, someone, type Someone } from "#tests/support/scenes/dashboard-scene.ts";
import { filledOf, visitor, type Visitor } from "#tests/support/scenes/visitor.ts";
import { webhookScene, type WebhookScene } from "#tests/support/scenes/webhooks.ts";
import { sealForm } from "./frame/form-seal.ts";
import { errorText } from "./texts/errors.ts";

/* What the catalogue tells an owner or an admin to do, done on the pages: the call then succeeds. */

const billingUrl = "https://pagos.sandbox.test/planes";

let scene: WebhookScene;
let dashboard: TestDashboard;
let organizationId: string;
let connection: string;
let owner: Visitor;
let colleague: Someone;
beforeAll(async () => {
  scene = await webhookScene();
  dashboard = await testDashboard(scene, { BILLING_URL: billingUrl });
  const ana = await someone(dashboard, "ana@maule.example");
  organizationId = await organizationOf(scene, ana, "Contadores del Maule SpA");
  owner = as(ana);
  connection = await scene.connection(organizationId, "banco_a");
  colleague = await someone(dashboard, "eva@maule.example", "Eva Rojas");
  const person = { userId: colleague.userId, email: colleague.mail, name: "Eva Rojas" };
  await withTx(scene.contextOf(organizationId), (tx) =>
    addMember(tx, organizationId, person, { role: "member" }),
  );
});
afterAll(async () => {
  await dashboard.close();
  await scene.close();
});

function as({ cookie }: Someone): Visitor {
  const by = visitor(dashboard.app);
  by.cookies.set("connect", cookie);
  return by;
}

/** The changes to the page's form, given what is ticked and chosen in it. */
type Change = (shown: Record<string, string[]>) => Record<string, string | string[]>;

/** The owner opens the page, changes its form and sends it. */
async function edit(page: string, action: string, change: Change): Promise<void> {
  const root = `/dashboard/${organizationId}`;
  const shown = filledOf((await owner.get(root + page)).text, root + action);
  const sent = await owner.post(root + action, { ...shown, ...change(shown) });
  expect([sent.status, sent.location]).toEqual([303, expect.stringContaining("nota=")]);
}

const editConnection = (change: Change): Promise<void> =>
  edit(`/conexiones/${connection}`, `/conexiones/${connection}`, change);

const added = (values: readonly string[] | undefined, one: string): string[] => [
  ...(values ?? []),
  one,
];

const codeOf = ({ status, body }: Answered): string | null =>
  status < 300 ? null : (body.error?.code ?? String(status));

interface Refusal {
  /** The code that refuses it; null if it succeeds. */
  call(): Promise<string | null>;
  /** The fix, carried out on pages. */
  act(): Promise<void>;
}

const balances = (key: string): Promise<Answered> =>
  callTool(scene.app, "banco_a.saldos.consultar", {}, { key, connection });
const reader = async (): Promise<string> => (await scene.key(organizationId, ["banco_a:read"])).key;

/** A sync, which an unpaid bill blocks. */
async function unpaid(billing: "past_due" | "none"): Promise<Refusal> {
  const key = await reader();
  await updateOrganization(scene.deps, organizationId, { billing });
  const current = periodoOf(scene.clock.now());
  // Two different months, because a second sync of the same month is refused while one waits.
  const input = { periodo: billing === "none" ? current : addMonths(current, -1) };
  const sync = () =>
    callTool(scene.app, "banco_a.conexion.sincronizar", input, { key, connection });
  return { call: async () => codeOf(await sync()), act: () => changePlanAt({ billing: "active" }) };
}

/** The page sends the owner to where plans are paid, and that site reports the outcome to the service. */
async function changePlanAt(paid: Parameters<typeof updateOrganization>[2]): Promise<void> {
  const { text } = await owner.get(`/dashboard/${organizationId}/uso`);
  expect(text).toContain(`href="${billingUrl}"`);
  await updateOrganization(scene.deps, organizationId, paid);
}

/** A fee receipt of 500.000, requested by a key; the limits form sets what may be issued. */
async function feeReceiptOf(limits: Record<string, string>): Promise<Refusal> {
  const connectors = ["banco_a", "tributario"];
  await updateOrganization(scene.deps, organizationId, { connectors });
  const { key } = await scene.key(organizationId, ["tributario:read", "tributario:write"]);
  const issuer = await scene.connection(organizationId, "tributario");
  const fecha = todayInSantiago(scene.clock.now());
  const input = { ...feeReceipt(`OC-${issuer}`), fecha };
  const ask = () =>
    callTool(scene.app, "tributario.honorarios.solicitar", input, {
      key,
      connection: issuer,
      idempotencyKey: randomUUID(),
    });
  const page = "/honorarios/limites";
  const some = { montoMaximo: "1", montoDiario: "9000000", cantidadDiaria: "9", cuales: "todas" };
  return {
    call: async () => codeOf(await ask()),
    act: () => edit(page, page, () => ({ habilitado: "si", ...some, ...limits })),
  };
}

const cases: Record<string, Record<string, () => Promise<Refusal>>> = {
  tool_not_found: {
    "a system that the organization has not enabled": async () => {
      const key = await reader();
      await updateOrganization(scene.deps, organizationId, { connectors: ["banco_b"] });
      return {
        call: async () => codeOf(await balances(key)),
        act: () =>
          edit("/organizacion", "/organizacion", ({ sistema }) => ({
            sistema: added(sistema, "banco_a"),
          })),
      };
    },
  },
  scope_not_granted: {
    "a key without the scope": async () => {
      const { id, key } = await scene.key(organizationId, ["core:read"]);
      return {
        call: async () => codeOf(await balances(key)),
        act: () => {
          const wanted = "?permiso=core:read&permiso=banco_a:read";
          return edit(`/claves/${id}/permisos${wanted}`, `/claves/${id}/permisos`, () => ({}));
        },
      };
    },
  },
  forbidden: {
    "a key that is limited to some connections makes none": async () => {
      const scopes = ["conexiones:read", "conexiones:write"];
      const limited = { organizationId, scopes, connections: [connection] };
      const { id, key } = await createApiKey(scene.deps, limited);
      const input = { modo: "crear", sistema: "banco_a" };
      const link = () =>
        callTool(scene.app, "conexiones.enlace.crear", input, {
          key,
          idempotencyKey: randomUUID(),
        });
      return {
        call: async () => codeOf(await link()),
        act: () =>
          edit(`/claves/${id}`, `/claves/${id}/conexiones`, () => ({ conexiones: "todas" })),
      };
    },
    "a member asks for what owners and admins do": async () => {
      const path = `/dashboard/${organizationId}/conexiones/enlace`;
      return {
        call: async () => {
          const sello = await sealOf(colleague, path);
          const { status, text } = await as(colleague).post(path, { sello, sistema: "banco_a" });
          const { title } = errorText({ code: "forbidden", details: null });
          if (status === 403 && text.includes(title)) return "forbidden";
          return status === 200 ? null : String(status);
        },
        act: () => {
          const member = `/miembros/${colleague.userId}`;
          return edit(member, member, () => ({ rol: "admin" }));
        },
      };
    },
  },
  connection_disabled: {
    "a connection that was switched off": async () => {
      const key = await reader();
      await updateConnection(scene.deps, connection, { disabled: true });
      return {
        call: async () => codeOf(await balances(key)),
        act: () => editConnection(() => ({ habilitada: "si" })),
      };
    },
  },
  connection_scope_not_enabled: {
    "a connection that does not allow reading": async () => {
      const key = await reader();
      await updateConnection(scene.deps, connection, { scopes: [] });
      return {
        call: async () => codeOf(await balances(key)),
        act: () => editConnection(({ permiso }) => ({ permiso: added(permiso, "banco_a:read") })),
      };
    },
  },
  alcance_not_enabled: {
    "a module that the connection does not have": async () => {
      const key = await reader();
      await updateConnection(scene.deps, connection, { alcances: ["movimientos"] });
      return {
        call: async () => codeOf(await balances(key)),
        act: () => editConnection(({ modulo }) => ({ modulo: added(modulo, "saldos") })),
      };
    },
  },
  honorarios_beta_disabled: {
    "fee receipts that nobody allowed": () => feeReceiptOf({ montoMaximo: "500000" }),
  },
  honorarios_policy_denied: {
    "a fee receipt over the limit": async () => {
      const refused = await feeReceiptOf({ montoMaximo: "500000" });
      const { act } = await feeReceiptOf({});
      await act();
      return refused;
    },
  },
  collection_not_enabled: {
    "folders that nobody has turned on": async () => {
      const connectors = ["banco_a", "tributario"];
      await updateOrganization(scene.deps, organizationId, { connectors });
      const { key } = await scene.key(organizationId, ["tributario:read", "tributario:write"]);
      const own = await scene.connection(organizationId, "tributario");
      const input = { otroNombre: "Arriendos", correo: "a@example.com", entrega: "destinatario" };
      const tool = "tributario.carpeta_destinatario.configurar";
      const page = "/carpetas/destinatario";
      return {
        call: async () => codeOf(await callTool(scene.app, tool, input, { key, connection: own })),
        act: () => edit(page, `${page}/permiso`, () => ({ permitir: "si" })),
      };
    },
  },
  feature_not_in_plan: {
    "webhooks on a plan without them": async () => {
      const { key } = await scene.key(organizationId, ["webhooks:read", "webhooks:write"]);
      await updateOrganization(scene.deps, organizationId, { plan: "free" });
      const url = `https://${scene.server.host}/in/plan`;
      return {
        call: async () => codeOf(await scene.send("POST", "/v1/webhooks", key, { url })),
        act: () => changePlanAt({ plan: "business" }),
      };
    },
  },
  billing_past_due: { "a payment that is overdue": () => unpaid("past_due") },
  subscription_required: { "no active plan": () => unpaid("none") },
};

/** A form of ours built without its page, which a member is not shown. */
async function sealOf(who: Someone, path: string): Promise<string> {
  const { auth, secret, clock } = dashboard.deps;
  const person = await auth.signedIn(new Headers({ cookie: `connect=${who.cookie}` }));
  return sealForm({ secret, now: clock.now() }, { binding: person?.sessionId ?? "", path });
}

describe.each(Object.entries(cases))("%s", (code, provoked) => {
  test.each(Object.entries(provoked))("%s, until it is fixed on a page", async (_, provoke) => {
    const { call, act } = await provoke();
    expect(await call()).toBe(code);
    await act();
    expect(await call()).toBeNull();
  });
});

test("every fix that names an owner or an admin has a case, once a tool returns it", async () => {
  const { tools } = await dashboard.deps.catalogue.whole();
  const answered = new Set<string>(tools.flatMap(({ errors }) => errors));
  const isBuilt = (code: string) => !/^(honorarios|collection)_/.test(code) || answered.has(code);
  const named = errorCodes.filter((code) => /\b(owner|admin)\b/.test(errorEntry(code).fix));
  expect(Object.keys(cases).toSorted()).toEqual(named.filter(isBuilt).toSorted());
});
