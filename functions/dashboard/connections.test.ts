import { afterAll, beforeAll, expect, test } from "vitest";
import { addMonths, periodoOf } from "#lib/chile/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { testDashboard, type TestDashboard } from "#tests/support/scenes/dashboard.ts";
import { newMember, newOwner, signedInAs } from "#tests/support/scenes/dashboard-people.ts";
import { jobScene, nothingThere, type JobScene } from "#tests/support/scenes/job-scene.ts";
import { hiddenOf, type Visitor } from "#tests/support/scenes/visitor.ts";
import { monthText } from "./texts/connection-words.ts";
import { errorText } from "./texts/errors.ts";

let scene: JobScene;
let dashboard: TestDashboard;
let organizationId: string;
let connection: string;
let owner: Visitor;
let member: Visitor;
beforeAll(async () => {
  scene = await jobScene();
  dashboard = await testDashboard(scene);
  const served = { api: scene, dashboard };
  const ana = { mail: "ana@maule.example", organization: "Contadores del Maule SpA" };
  ({ by: owner, organizationId } = await newOwner(served, ana));
  const eva = { mail: "eva@maule.example", role: "member" } as const;
  member = signedInAs(dashboard, await newMember(served, organizationId, eva));
  connection = await scene.connect(organizationId);
});
afterAll(async () => {
  await dashboard.close();
  await scene.close();
});

const root = (): string => `/dashboard/${organizationId}`;
const page = (): string => `${root()}/conexiones/${connection}`;
const current = (): string => periodoOf(scene.clock.now());
const idIn = (location: string | null): string => location?.split("/").at(-1)?.split("?")[0] ?? "";

test("a member syncs a month, and follows it from the queue to its end, module by module", async () => {
  const asked = await member.submit(page(), `${page()}/sincronizar`, { periodo: current() });
  expect(asked.status).toBe(303);
  const path = `${root()}/sincronizaciones/${idIn(asked.location)}`;
  expect(asked.location).toBe(path);
  const part = { "x-fragment": "lectura" };
  const queued = await member.get(path, part);
  expect(queued.text).toContain("En cola");
  expect(queued.text).toContain('data-final="no"');
  const etag = queued.headers.get("etag") ?? "";
  expect(await member.get(path, { ...part, "if-none-match": etag })).toMatchObject({ status: 304 });

  // The connection's page updates itself; a reload would lose what is typed into its forms.
  const whole = await member.get(page());
  expect(whole.text).toContain('data-live="lecturas"');
  expect(whole.text).not.toContain('http-equiv="refresh"');
  const calendar = async () => (await member.get(page(), { "x-fragment": "lecturas" })).text;
  const list = `${root()}/sincronizaciones`;
  const inList = { "x-fragment": "lista" };
  const listed = await member.get(list, inList);
  expect(listed.text).toContain('data-line="Una en curso."');
  const seenList = { ...inList, "if-none-match": listed.headers.get("etag") ?? "" };
  expect(await member.get(list, seenList)).toMatchObject({ status: 304 });
  expect(await calendar()).toContain('data-final="no"');

  const seen: string[] = [];
  scene.play({
    read: async (alcance) => {
      seen.push((await member.get(path, part)).text);
      if (alcance === "movimientos") throw new AppError("upstream_unexpected_response");
      return { ...nothingThere, incompletos: 2, completo: false };
    },
  });
  await scene.run(idIn(path));
  expect(seen.length).toBeGreaterThan(1);
  for (const text of seen) expect(text).toContain("Leyendo…");
  const done = await member.get(path, part);
  expect(done.text).toContain('data-final="si"');
  expect(await calendar()).toContain('data-final="si"');
  expect(done.text).toContain("2 filas no se pudieron leer");
  expect(done.text).toContain("Falló");
  expect(done.text).toMatch(/Lo que mostró el portal en el intento 1, hasta el <time/);
  const after = await member.get(list, seenList);
  expect(after.text).toContain('data-line="Ninguna en curso."');
  // New syncs must appear too, without a reload.
  expect(after.text).toContain('data-final="no"');
});

test("an older page of a list is not polled once all its syncs have ended", async () => {
  const before = Buffer.from(JSON.stringify(["2026-01-01T00:00:00.000Z", "sjb_1"])).toString(
    "base64url",
  );
  for (const path of ["sincronizaciones", "entregas"]) {
    const text = (await member.get(`${root()}/${path}`)).text;
    expect(text).toContain('data-final="no"');
    expect(text).not.toContain('http-equiv="refresh"');
    const older = await member.get(`${root()}/${path}?desde=${before}`);
    expect(older.text).toContain('data-final="si"');
  }
});

test("a member sees a connection's permissions and readings, and why the last one failed", async () => {
  const { text } = await member.get(page());
  expect(text).toMatch(/<code>banco_a:read<\/code> Leer sus datos y sincronizarlos/);
  expect(text).toMatch(/Saldos <span class="hint">Solo del mes en curso/);
  // No tool of a bank acts, so nothing here may say that its connection allows it.
  expect(text).not.toContain("Actuar, sin vuelta atrás");
  const kept = hiddenOf((await owner.get(page())).text, page())["permiso"];
  expect(kept).toBe("banco_a:write");
  expect(text).not.toContain("La última lectura falló");
  const ends = (status: string, error: string | null) =>
    scene.database.owner(
      "update sync_jobs set status = $2, last_error = $3 where connection_id = $1",
      [connection, status, error],
    );
  await ends("failed", "connection_session_pending");
  const failed = (await member.get(page())).text;
  await ends("succeeded", null);
  expect(failed).toContain("La última lectura falló: El portal espera una aprobación");
  const bill = "update organizations set billing = $2 where id = $1";
  await scene.database.owner(bill, [organizationId, "past_due"]);
  const paused = (await member.get(page())).text;
  await scene.database.owner(bill, [organizationId, "active"]);
  expect(paused).toContain("En pausa: falta un pago");
});

test("each module of a failed sync has the reason, also the one that was being read", async () => {
  const [sync] = await scene.database.owner(
    "select id from sync_jobs where connection_id = $1 order by id desc limit 1",
    [connection],
  );
  const begun = { startedAt: "2026-11-03T12:00:00.000Z", endedAt: null, error: null };
  await scene.database.owner(
    `update sync_jobs set status = 'failed', last_error = 'connection_session_pending',
       outcomes = '[]', progress = $2 where id = $1`,
    [sync?.["id"], { movimientos: begun }],
  );
  const { text } = await member.get(`${root()}/sincronizaciones/${String(sync?.["id"])}`);
  const cells = (head: string) =>
    [...text.matchAll(new RegExp(`data-head="${head}"><div>([^<]*)`, "g"))].map(([, cell]) => cell);
  expect(cells("Estado")).toEqual(["No se leyó", "No se leyó"]);
  const { title } = errorText({ code: "connection_session_pending", details: null });
  expect(cells("Por qué")).toEqual([title, title]);
});

test("the calendar shows what was read: a cut month is partial, and the others were never read", async () => {
  const shown = await owner.get(page());
  expect(shown.text).toMatch(/Saldos[^.]*: 1 parcial, 23 no se puede leer\./);
  expect(shown.text).toMatch(/Movimientos[^.]*: 24 nunca leído\./);
  const listed = (await owner.get(`${root()}/conexiones`)).text;
  expect([listed.includes('href="#conectar"'), listed.includes('id="conectar"')]).toEqual([
    false,
    true,
  ]);
  expect(/data-head="Meses leídos"><div>([^<]*)</.exec(listed)?.[1]).toBe(monthText(current()));
  for (const [svg] of shown.text.matchAll(/<svg viewBox.*?<\/svg>/gs)) {
    expect(svg.length).toBeLessThan(4_096);
  }
});

test("a waiting sync can be canceled, and an ended one repeated", async () => {
  const month = addMonths(periodoOf(scene.clock.now()), -1);
  const asked = await owner.submit(page(), `${page()}/sincronizar`, { periodo: month });
  const path = `${root()}/sincronizaciones/${idIn(asked.location)}`;
  const again = await owner.submit(page(), `${page()}/sincronizar`, { periodo: month });
  expect(again.status).toBe(409);
  expect(again.text).toContain("Ese periodo ya se está leyendo");
  const canceled = await owner.submit(path, `${path}/cancelar`);
  expect(canceled.location).toBe(`${path}?nota=cancelada`);
  const repeated = await owner.submit(path, `${path}/repetir`);
  expect(repeated.status).toBe(303);
  expect(idIn(repeated.location)).not.toBe(idIn(path));
  const listed = await owner.get(`${root()}/sincronizaciones?estado=canceled`);
  expect(listed.text).toContain(idIn(path));
  expect(listed.text).not.toContain(idIn(repeated.location));
});

test("a month that cannot be read is reported at its field, and keeps what was typed", async () => {
  const now = periodoOf(scene.clock.now());
  const months = ["noviembre 2026", addMonths(now, 1), addMonths(now, -25)];
  for (const periodo of months) {
    const told = await member.submit(page(), `${page()}/sincronizar`, { periodo });
    expect(told.status).toBe(400);
    expect(told.text).toContain("No se puede leer ese mes");
    expect(told.text).toMatch(/id="campo-periodo-error">Ese mes no se puede leer/);
    expect(told.text).toMatch(new RegExp(`name="periodo"[^>]* value="${periodo}"[^>]*autofocus`));
  }
});

test("what can no longer be canceled says so, and without scripts the page goes on from its own address", async () => {
  const list = `${root()}/conexiones`;
  const periodo = addMonths(periodoOf(scene.clock.now()), -2);
  const asked = await owner.submit(page(), `${page()}/sincronizar`, { periodo });
  const path = `${root()}/sincronizaciones/${idIn(asked.location)}`;
  const { text } = await owner.get(path);
  expect(text).toContain("En cola. 0 de 1 módulo.");
  const form = hiddenOf(text, `${path}/cancelar`);
  await scene.database.owner("update sync_jobs set status = 'running' where id = $1", [idIn(path)]);
  const late = await owner.post(`${path}/cancelar`, form);
  expect([late.status, late.text.includes("Ya no se puede cancelar")]).toEqual([400, true]);
  expect(late.text).toContain(`content="3; url=${path}"`);
  await scene.database.owner("update sync_jobs set status = 'canceled' where id = $1", [
    idIn(path),
  ]);

  await owner.submit(list, `${list}/enlace`, { sistema: "banco_a", nombre: "Usada" });
  const listed = (await owner.get(list)).text;
  const action = /action="([^"]+\/anular)"/.exec(listed)?.[1] ?? "";
  await scene.database.owner("update links set state = 'consumed' where organization_id = $1", [
    organizationId,
  ]);
  const used = await owner.post(action, hiddenOf(listed, action));
  expect([used.status, used.text.includes("Ese enlace ya se usó")]).toEqual([400, true]);
});

test("a link's URL is in one answer only; the link is listed with its maker, and can be canceled", async () => {
  const list = `${root()}/conexiones`;
  const made = await owner.submit(list, `${list}/enlace`, { sistema: "banco_a", nombre: "Chica" });
  expect(made.status).toBe(200);
  expect(made.headers.get("cache-control")).toBe("no-store");
  const url = /https?:\/\/[^<"]*\/connect\/[\w-]+/.exec(made.text)?.[0] ?? "";
  expect(url).not.toBe("");
  const listed = await owner.get(list);
  expect(listed.text).not.toContain("/connect/");
  expect(listed.text).toContain("Enlaces abiertos");
  expect(listed.text).toContain("Por Ana Soto");
  const action = /action="([^"]+\/anular)"/.exec(listed.text)?.[1] ?? "";
  expect((await owner.submit(list, action)).location).toBe(`${list}?nota=anulado`);
  expect((await owner.get(list)).text).not.toContain("Enlaces abiertos");
});

test("of several links each button to cancel one says which", async () => {
  const list = `${root()}/conexiones`;
  const before = (await owner.get(list)).text;
  for (const nombre of ["Norte", "Sur"]) {
    await owner.submit(list, `${list}/enlace`, { sistema: "banco_a", nombre });
  }
  const { text } = await owner.get(list);
  const names = [...text.matchAll(/aria-label="(Anular: [^"]*)"/g)].map(([, name]) => name);
  expect(names.slice(0, 2)).toEqual([
    expect.stringMatching(/^Anular: Conectar .*, Sur, hasta el /),
    expect.stringMatching(/^Anular: Conectar .*, Norte, hasta el /),
  ]);
  expect(names).toHaveLength(before.split("enlaces/").length - 1 + 2);
});

test("an edit can disable a connection; forgetting its credential requires typing, and erases it", async () => {
  const fields = { nombre: "Cuenta principal", permiso: "banco_a:read", modulo: "saldos" };
  expect((await owner.submit(page(), page(), fields)).location).toBe(`${page()}?nota=guardada`);
  const disabled = await owner.get(page());
  expect(disabled.text).toContain("Deshabilitada desde");
  const asked = await owner.submit(page(), `${page()}/sincronizar`, { periodo: current() });
  expect(asked.text).toContain("La conexión está deshabilitada");

  const wrong = await owner.submit(page(), `${page()}/olvidar`, { escrito: "otra" });
  expect(wrong.status).toBe(422);
  const typed = { escrito: "Cuenta principal" };
  const forgotten = await owner.submit(page(), `${page()}/olvidar`, typed);
  expect(forgotten.location).toBe(`${page()}?nota=olvidada`);
  const sealed = "select 1 from credentials where connection_id = $1";
  expect(await scene.database.owner(sealed, [connection])).toEqual([]);
});

test("an owner deletes a connection by typing its name, and afterwards it is unknown", async () => {
  const list = `${root()}/conexiones`;
  const action = `${page()}/eliminar`;
  const name = { "escrito-eliminar": "Cuenta principal" };
  const wrong = await owner.submit(page(), action, { "escrito-eliminar": "otra" });
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain("Tiene que decir «Cuenta principal»");
  expect((await member.get(page())).text).not.toContain("Eliminar la conexión");

  const deleted = await owner.submit(page(), action, name);
  expect(deleted.location).toBe(`${list}?nota=eliminada`);
  expect((await owner.get(deleted.location ?? "")).text).toContain("La conexión ya no existe");
  const missing = await owner.get(page());
  const never = await owner.get(`${list}/conn_00000000000000000000000000`);
  expect([missing.status, missing.text]).toEqual([404, never.text]);
  const rows = await scene.database.owner(
    "select outcome from audit where operation = 'dashboard.delete_connection' order by at",
  );
  expect(rows.map(({ outcome }) => outcome)).toEqual(["refused", "ok"]);
});
