import { afterAll, beforeAll, expect, test } from "vitest";
import { actors } from "#lib/db/actors.ts";
import { withTx } from "#lib/db/context.ts";
import { callOffDeletion } from "#lib/identity/index.ts";
import { findInvitation } from "#lib/identity/people/index.ts";
import { reconcileSchedules } from "#lib/schedules/index.ts";
import { emitLinkConsumed } from "#lib/webhooks/index.ts";
import { callTool } from "#tests/support/scenes/api.ts";
import {
  dashboardScene,
  organizationOf,
  type DashboardScene,
} from "#tests/support/scenes/dashboard-scene.ts";
import { consent, refusalOf } from "#tests/support/scenes/grants.ts";
import { plantWebhooks } from "#tests/support/planted/webhooks.ts";
import { mailsOf, visitor, type Visitor } from "#tests/support/scenes/visitor.ts";
import { deleteOrganization, deletionDays, eraseDeleted } from "./index.ts";

const name = "Se va SpA";
const dayMs = 86_400_000;

let scene: DashboardScene;
let organizationId: string;
let root: string;
let owner: Visitor;
beforeAll(async () => {
  scene = await dashboardScene();
  organizationId = await organizationOf(scene.api, scene.full, name);
  root = `/dashboard/${organizationId}`;
  owner = visitor(scene.dashboard.app);
  owner.cookies.set("connect", scene.full.cookie);
});
afterAll(() => scene.close());

const settings = () => `${root}/organizacion`;
const ask = (typed = name) =>
  owner.submit(settings(), `${settings()}/eliminar`, { escrito: typed });
const rowOf = async () =>
  (
    await scene.api.database.owner("select * from organizations where id = $1", [organizationId])
  )[0];

test("an owner types its name; until the day only its people's pages work, and cancelling restores everything", async () => {
  const { api, dashboard } = scene;
  const connection = await api.connection(organizationId, "banco_a");
  const { key } = await api.key(organizationId, [
    "banco_a:read",
    "conexiones:read",
    "conexiones:write",
  ]);
  const call = () => callTool(api.app, "banco_a.saldos.consultar", {}, { key, connection });
  expect((await call()).status).toBe(200);
  const { body } = await callTool(
    api.app,
    "conexiones.enlace.crear",
    { sistema: "banco_b", modo: "crear" },
    { key },
  );
  expect(body.error).toBeUndefined();
  const link = new URL(String(body.data?.["url"])).pathname;
  const open = (await (await api.app.request(link)).text()).includes("Banco B");
  expect(open).toBe(true);
  await owner.submit(`${root}/miembros`, `${root}/miembros/invitaciones`, {
    correo: "nueva@maule.example",
    rol: "member",
  });
  const [invited] = await mailsOf(api, dashboard, "nueva@maule.example");
  const token = /invitaciones\/(\S+)/.exec(invited?.text ?? "")?.[1] ?? "";
  const invitation = () => findInvitation(dashboard.deps, token);
  expect((await invitation()).kind).toBe("open");
  await plantWebhooks(api, organizationId);
  const pending = async (): Promise<number> => {
    const about = { organizationId, connectionId: connection, connector: "banco_a" };
    await withTx(api.contextOf(organizationId), (tx) =>
      emitLinkConsumed(tx, {
        ...about,
        linkId: "cs_00000000000000000000000000",
        mode: "crear",
        verified: true,
        consumedAt: api.clock.now(),
      }),
    );
    const waiting =
      "select 1 from webhook_deliveries where organization_id = $1 and status = 'pending'";
    return (await api.database.owner(waiting, [organizationId])).length;
  };
  const before = await pending();
  expect(before).toBe(1);
  const schedule = async (): Promise<unknown> => {
    const done = () => Promise.resolve();
    await reconcileSchedules({ ...api.deps, schedules: { put: done, pause: done, remove: done } });
    const [row] = await api.database.owner("select schedule from connections where id = $1", [
      connection,
    ]);
    return row?.["schedule"];
  };
  expect(await schedule()).toEqual(expect.any(String));

  const wrong = await ask("Otra");
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain(`Tiene que decir «${name}»`);
  expect((await ask()).location).toBe(settings());

  expect((await call()).body.error?.code).toBe("unauthorized");
  expect((await api.app.request(link)).status).toBe(404);
  expect((await invitation()).kind).toBe("closed");
  expect(await pending()).toBe(before);
  expect(await schedule()).toBeNull();
  for (const path of [root, settings()]) {
    expect((await owner.get(path)).text).toContain("Esta organización se elimina el");
  }
  const [told] = await mailsOf(api, dashboard, scene.full.mail);
  expect(told?.subject).toBe(`«${name}» se elimina de Connect`);
  const refused = await owner.submit(`${root}/claves/nueva`, `${root}/claves/nueva`, {
    nombre: "Robot",
  });
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("mientras tanto solo se puede mirar");

  const ctx = api.contextOf(organizationId);
  expect(await refusalOf(consent(ctx, scene.full.userId))).toMatchObject({
    code: "forbidden",
    details: { reason: "the organization waits for its deletion" },
  });

  const kept = await owner.submit(root, `${settings()}/conservar`);
  expect(kept.location).toBe(`${settings()}?nota=conservada`);
  const subjects = async () =>
    (await mailsOf(api, dashboard, scene.full.mail)).map((one) => one.subject);
  const toldKept = `«${name}» ya no se elimina de Connect`;
  expect(await subjects()).toContain(toldKept);
  expect((await call()).status).toBe(200);
  expect((await api.app.request(link)).status).toBe(200);
  expect((await invitation()).kind).toBe("open");
  expect(await pending()).toBe(before + 1);
  expect(await schedule()).toEqual(expect.any(String));
});

test("on the day its people stop being members, and nobody can cancel it", async () => {
  const { api } = scene;
  await ask();
  const asked = (await rowOf())?.["deletes_at"];
  api.clock.advance(deletionDays * dayMs);
  expect(Number(asked)).toBeLessThanOrEqual(api.clock.now().getTime());
  const actor = actors.member(scene.full.userId);
  const ctx = { ...api.contextOf(organizationId), actor, vault: api.deps.vault };
  expect(await refusalOf(callOffDeletion(ctx))).toMatchObject({ code: "forbidden" });
  await eraseDeleted({ ...api.deps, db: api.database.keeper });
  expect(await rowOf()).toMatchObject({ name: "", deletes_at: asked });
  const left = "select 1 from members where organization_id = $1";
  expect(await api.database.owner(left, [organizationId])).toEqual([]);
});

test("an unknown outcome postpones the day, and no connection is deleted", async () => {
  const { api, organizationId: full } = scene;
  await api.database.owner("update organizations set deletes_at = $2 where id = $1", [
    full,
    api.clock.now(),
  ]);
  await eraseDeleted({ ...api.deps, db: api.database.keeper });
  const deleted = "select 1 from connections where organization_id = $1 and deleted_at is not null";
  expect(await api.database.owner(deleted, [full])).toEqual([]);
  const people = "select 1 from members where organization_id = $1";
  expect(await api.database.owner(people, [full])).toHaveLength(1);
});

test("asking again never puts the day off, and an operator may bring it forward", async () => {
  const { api } = scene;
  const { id } = await api.organization();
  const ctx = { ...api.contextOf(id), vault: api.deps.vault };
  const askedIn = async (manner: { inDays?: number } = {}) => {
    await deleteOrganization(ctx, manner);
    const [row] = await api.database.owner("select deletes_at from organizations where id = $1", [
      id,
    ]);
    return Number(row?.["deletes_at"]);
  };
  const first = await askedIn();
  expect(await askedIn({ inDays: deletionDays + 1 })).toBe(first);
  expect(await askedIn({ inDays: 1 })).toBeLessThan(first);
});
