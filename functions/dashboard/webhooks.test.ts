import { afterAll, beforeAll, expect, test } from "vitest";
import { testDashboard, type TestDashboard } from "#tests/support/scenes/dashboard.ts";
import { newMember, newOwner, signedInAs } from "#tests/support/scenes/dashboard-people.ts";
import { hiddenOf, type Visitor } from "#tests/support/scenes/visitor.ts";
import { webhookScene, type WebhookScene } from "#tests/support/scenes/webhooks.ts";

let scene: WebhookScene;
let dashboard: TestDashboard;
let organizationId: string;
let owner: Visitor;
let looker: Visitor;
beforeAll(async () => {
  scene = await webhookScene();
  dashboard = await testDashboard(scene);
  const served = { api: scene, dashboard };
  const ana = { mail: "ana@maule.example", organization: "Contadores del Maule SpA" };
  ({ by: owner, organizationId } = await newOwner(served, ana));
  ({ by: looker } = await newOwner(served, { mail: "eva@maule.example", organization: "Otra" }));
});
afterAll(async () => {
  await dashboard.close();
  await scene.close();
});

const root = (): string => `/dashboard/${organizationId}`;
const list = (): string => `${root()}/webhooks`;
const lastOf = (path: string | null): string => (path ?? "").split("?")[0]?.split("/").at(-1) ?? "";

async function create(name: string): Promise<{ id: string; secret: string }> {
  const url = `https://${scene.server.host}/in/${name}`;
  const made = await owner.submit(list(), `${list()}/nuevo`, { url });
  expect(made.status).toBe(200);
  return {
    id: /whk_[0-9a-z]{26}/.exec(made.text)?.[0] ?? "",
    secret: /whsec_[A-Za-z0-9+/]{43}=/.exec(made.text)?.[0] ?? "",
  };
}

test("an endpoint's secret is in one answer only, and nothing stores it", async () => {
  const { id, secret } = await create("una-vez");
  expect(secret).toMatch(/^whsec_/);
  for (const path of [list(), `${list()}/${id}`]) {
    const page = await owner.get(path);
    expect(page.status).toBe(200);
    expect(page.text).not.toContain("whsec_");
  }
  const rolled = await owner.submit(`${list()}/${id}`, `${list()}/${id}/secreto`);
  expect(rolled.status).toBe(200);
  expect(rolled.headers.get("cache-control")).toBe("no-store");
  const newer = /whsec_[A-Za-z0-9+/]{43}=/.exec(rolled.text)?.[0] ?? "";
  expect(newer).not.toBe(secret);
  const kept = JSON.stringify(
    await scene.database.owner("select operation, outcome from audit order by at"),
  );
  expect(kept).toContain("dashboard.create_webhook");
  expect(kept).toContain("dashboard.roll_secret");
  expect(kept).not.toContain("whsec_");
});

test("a test goes only to that endpoint, once in 60 seconds, and leads to its delivery", async () => {
  const { id } = await create("probado");
  await create("vecino");
  const path = `${list()}/${id}`;
  const asked = await owner.submit(path, `${path}/probar`);
  expect(asked).toMatchObject({ status: 303 });
  expect(asked.location).toMatch(/\/entregas\/whd_[0-9a-z]{26}\?nota=prueba$/);
  await scene.drain();
  expect(scene.received("probado")).toHaveLength(1);
  expect(scene.received("vecino")).toEqual([]);
  const delivery = await owner.get(asked.location ?? "");
  expect(delivery.text).toContain("Entregada");

  const soon = await owner.submit(path, `${path}/probar`);
  expect(soon.status).toBe(429);
  expect(soon.text).toMatch(/Espera (?:5\d|60) segundos/);
  scene.advance(60_000);
  expect((await owner.submit(path, `${path}/probar`)).status).toBe(303);
});

test("a paused endpoint has no test button, and its page says what is not sent meanwhile", async () => {
  const { id } = await create("pausado");
  const path = `${list()}/${id}`;
  const before = await owner.get(path);
  const paused = await owner.submit(path, `${path}/pausar`);
  expect(paused.location).toBe(`${path}?nota=pausado`);
  const page = await owner.get(path);
  expect(page.text).toContain("Lo que pasa mientras tanto no se envía.");
  expect(page.text).not.toContain(`action="${path}/probar"`);
  expect(before.text).toContain(`action="${path}/probar"`);
  expect((await owner.submit(path, `${path}/habilitar`)).status).toBe(303);
});

test("an endpoint of a deleted connection says so, and nobody can enable it", async () => {
  const connection = await scene.connection(organizationId, "banco_a");
  const url = `https://${scene.server.host}/in/eliminada`;
  const made = await owner.submit(list(), `${list()}/nuevo`, { url, conexion: connection });
  const path = `${list()}/${/whk_[0-9a-z]{26}/.exec(made.text)?.[0] ?? ""}`;
  await owner.submit(path, `${path}/pausar`);
  const enable = hiddenOf((await owner.get(path)).text, `${path}/habilitar`);
  // The way its owner deletes it.
  await scene.database.owner("update connections set deleted_at = now() where id = $1", [
    connection,
  ]);
  for (const shown of [path, list(), `${path}/recuperar`]) {
    const { status, text } = await owner.get(shown);
    expect(status).toBe(200);
    expect(text, shown).toContain("Su conexión fue eliminada");
    expect(text, shown).not.toContain(connection);
    expect(text, shown).not.toMatch(/Alguien lo pausó|Primero habilítalo|>Habilitar</);
  }
  const refused = await owner.post(`${path}/habilitar`, enable);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("Crea otro webhook");
  const [row] = await scene.database.owner(
    "select disabled_reason as reason from webhook_endpoints where url = $1",
    [url],
  );
  expect(row).toEqual({ reason: "manual" });
});

test("an event from before an endpoint existed is recovered to it unchanged, once", async () => {
  const eventId = await scene.emit({ id: organizationId, key: "" });
  scene.advance(60_000);
  const { id } = await create("tardio");
  const path = `${list()}/${id}`;
  const recovered = await owner.submit(path, `${path}/recuperar`, { evento: ` ${eventId} ` });
  expect(recovered.location).toMatch(/\?nota=recuperada$/);
  await scene.drain();
  const [got, ...others] = scene.received("tardio");
  expect(others).toEqual([]);
  expect(got?.headers["webhook-id"]).toBe(eventId);
  const [event] = await scene.database.owner("select body from webhook_events where id = $1", [
    eventId,
  ]);
  expect(got?.body).toBe(event?.["body"]);

  const again = await owner.submit(path, `${path}/recuperar`, { evento: eventId });
  expect(again.location).toMatch(/\?nota=ya-estaba$/);
  expect(lastOf(again.location)).toBe(lastOf(recovered.location));
  await scene.drain();
  expect(scene.received("tardio")).toHaveLength(1);
  const shown = await owner.get(`${root()}/eventos/${eventId}`);
  expect(shown.text).toContain(lastOf(again.location));
});

test("an impossible action is explained on the form's page, with what to do, and changes nothing", async () => {
  const { id } = await create("filtrado");
  const path = `${list()}/${id}`;
  const rows = () => scene.database.owner("select * from webhook_endpoints order by id");
  const before = await rows();
  const internal = await owner.submit(list(), `${list()}/nuevo`, { url: "https://10.0.0.7/in" });
  expect(internal.status).toBe(422);
  expect(internal.text).toContain("tiene que ser pública");
  expect(internal.text).toContain('value="https://10.0.0.7/in"');
  const unknown = await owner.submit(path, `${path}/recuperar`, { evento: "whev_nada" });
  expect(unknown.status).toBe(404);
  expect(unknown.text).toContain("No conocemos ese evento");
  expect(await rows()).toEqual(before);
});

test("an address may be as long here as over the API, and no longer", async () => {
  const url = `https://${scene.server.host}/in/`.padEnd(2_048, "a");
  const made = await owner.submit(list(), `${list()}/nuevo`, { url });
  expect(made.status).toBe(200);
  const path = `${list()}/${/whk_[0-9a-z]{26}/.exec(made.text)?.[0] ?? ""}`;
  for (const shown of [list(), path]) {
    expect((await owner.get(shown)).text, shown).toMatch(/<input [^>]*type="url"[^>]*="2048"/);
  }
  const longer = await owner.submit(path, path, { url: `${url}a` });
  expect(longer.status).toBe(422);
  expect(longer.text).toContain("Es demasiado larga: hasta 2048 caracteres.");
});

test("it says what the endpoint does not want, and, on a plan without webhooks, which plans have them", async () => {
  const { id } = await create("solo-fallas");
  const path = `${list()}/${id}`;
  const url = `https://${scene.server.host}/in/solo-fallas`;
  await owner.submit(path, path, { url, evento: "sync.failed" });
  const evento = await scene.emit({ id: organizationId, key: "" });
  const filtered = await owner.submit(path, `${path}/recuperar`, { evento });
  expect(filtered.status).toBe(400);
  expect(filtered.text).toContain("Este webhook no recibe ese evento");

  const plan = "update organizations set plan = $2 where id = $1";
  const [before] = await scene.database.owner("select plan from organizations where id = $1", [
    organizationId,
  ]);
  const lacks = async (at: string) =>
    (await owner.get(at)).text.includes("Tu plan no tiene webhooks");
  expect([await lacks(list()), await lacks(path)]).toEqual([false, false]);
  await scene.database.owner(plan, [organizationId, "free"]);
  try {
    expect([await lacks(list()), await lacks(path)]).toEqual([true, true]);
    const refused = await owner.submit(list(), `${list()}/nuevo`, { url });
    expect(refused.status).toBe(403);
    expect(refused.text).toContain("Los planes con webhooks son pro y business.");
  } finally {
    await scene.database.owner(plan, [organizationId, before?.["plan"]]);
  }
});

test("if two people edit an endpoint, the second sees both values", async () => {
  const { id } = await create("editado");
  const path = `${list()}/${id}`;
  const url = `https://${scene.server.host}/in/editado`;
  const [first, second] = [await owner.get(path), await owner.get(path)];
  expect(first.text).toBeTruthy();
  const version = /name="version" value="([^"]+)"/.exec(second.text)?.[1] ?? "";
  const changed = await owner.submit(path, path, { url, evento: "sync.failed" });
  expect(changed.location).toBe(`${path}?nota=guardado`);
  const late = await owner.submit(path, path, { url, evento: "sync.succeeded", version });
  expect(late.status).toBe(409);
  expect(late.text).toContain("sync.failed");
  expect(late.text).toContain("sync.succeeded");
});

test("the address filters deliveries, and ended ones can be sent again", async () => {
  const { id } = await create("reenviado");
  scene.program("reenviado", [410], 200);
  await scene.emit({ id: organizationId, key: "" });
  await scene.drain();
  const failed = await owner.get(`${root()}/entregas?webhook=${id}&estado=failed`);
  const delivery = /entregas\/(whd_[0-9a-z]{26})/.exec(failed.text)?.[1] ?? "";
  const none = await owner.get(`${root()}/entregas?webhook=${id}&estado=delivered`);
  expect(none.text).toContain("Ninguna entrega calza");
  const path = `${root()}/entregas/${delivery}`;
  expect((await owner.get(path)).text).toContain("el receptor respondió 410");
  expect((await owner.submit(path, `${path}/reenviar`)).location).toBe(`${path}?nota=reenviada`);
  await scene.drain();
  expect(scene.received("reenviado")).toHaveLength(2);

  const other = await looker.get(path);
  const never = await looker.get(`${root()}/entregas/whd_00000000000000000000000000`);
  expect([other.status, never.status]).toEqual([404, 404]);
  expect(other.text).toBe(never.text);
});

test("an attempt lost with its drain may have arrived, so nothing says that it was never sent", async () => {
  const { id } = await create("perdido");
  await scene.emit({ id: organizationId, key: "" });
  // The state after a drain died half-way, once its lease is over.
  await scene.database.owner(
    `update webhook_deliveries set status = 'delivering', attempts = 1, token = 1, next_attempt_at = $2
     where endpoint_id = $1`,
    [id, scene.clock.now()],
  );
  await scene.drain();
  const listed = await owner.get(`${root()}/entregas?webhook=${id}`);
  const delivery = /entregas\/(whd_[0-9a-z]{26})/.exec(listed.text)?.[1] ?? "";
  const { text } = await owner.get(`${root()}/entregas/${delivery}`);
  expect(text).toContain("el intento se interrumpió de nuestro lado");
  expect(text).toContain("sin hora, puede haber llegado");
  expect(text).not.toContain("no se llegó a enviar");
});

test("people with the right role resend everything an endpoint missed from one list", async () => {
  const { id } = await create("pierde");
  scene.program("pierde", [404], 200);
  await scene.emit({ id: organizationId, key: "" });
  await scene.drain();
  const path = `${list()}/${id}`;
  await owner.submit(path, `${path}/pausar`);
  scene.advance(60_000);
  const unsent = await scene.emit({ id: organizationId, key: "" });
  const missed = `${path}/recuperar`;
  const paused = await owner.get(missed);
  expect(paused.text).toContain("Primero habilítalo");
  expect(paused.text).not.toContain(`action="${missed}"`);

  await owner.submit(path, `${path}/habilitar`);
  const served = { api: scene, dashboard };
  const luz = { mail: "luz@maule.example", role: "member" } as const;
  const member = signedInAs(dashboard, await newMember(served, organizationId, luz));
  const seen = await member.get(missed);
  expect(seen.text).toContain(unsent);
  expect(seen.text).not.toContain("Reenviar");

  const { text } = await owner.get(missed);
  const resend = /action="([^"]+\/reenviar)"/.exec(text)?.[1] ?? "";
  for (const action of [missed, resend]) {
    const sent = await owner.post(action, hiddenOf(text, action));
    expect(sent.location).toBe(`${missed}?nota=recuperada`);
  }
  expect((await owner.get(missed)).text).toContain("Nada falta aquí");
  await scene.drain();
  const ids = scene.received("pierde").map(({ headers }) => headers["webhook-id"]);
  expect(ids.filter((one) => one === unsent)).toHaveLength(1);
  expect(ids).toHaveLength(3);

  const other = await looker.get(missed);
  const never = await looker.get(`${list()}/whk_00000000000000000000000000/recuperar`);
  expect([other.status, never.status]).toEqual([404, 404]);
  expect(other.text).toBe(never.text);
});
