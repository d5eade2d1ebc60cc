import { afterAll, beforeAll, expect, test } from "vitest";
import { momentText } from "#lib/chile/index.ts";
import { closedHours } from "#lib/jobs/index.ts";
import { updateOrganization } from "#lib/identity/index.ts";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import {
  linkScene,
  typedLogin,
  type LinkScene,
  type MadeLink,
} from "#tests/support/scenes/links.ts";

let scene: LinkScene;
let owner: TestOrganization;
beforeAll(async () => {
  scene = await linkScene();
  owner = await scene.organization({ name: "Contadora Ñ" });
});
afterAll(() => scene.close());

const volverA = "https://app.example/listo?x=1";
const make = (by = owner, input = {}) => scene.makeLink(by, { volverA, ...input });

async function send(path: string, method = "GET", headers: Record<string, string> = {}) {
  const form = { "content-type": "application/x-www-form-urlencoded", ...headers };
  const response = await scene.app.request(`/connect/${path}`, {
    method,
    headers,
    ...(method === "POST" && { headers: form, body: new URLSearchParams(typedLogin).toString() }),
  });
  const text = await response.text();
  const back = /href="(https:\/\/app\.example[^"]*)"[^>]*>Volver a app\.example</.exec(text)?.[1];
  return { status: response.status, text, back: back?.replaceAll("&amp;", "&") };
}

const endOf = (link: MadeLink, state: string) =>
  `https://app.example/listo?x=1&enlace=${link.id}&estado=${state}`;

async function failed(failure: Parameters<LinkScene["fail"]>[1], times = 1): Promise<MadeLink> {
  const link = await make();
  for (let at = 0; at < times; at += 1) {
    await scene.submit(link.token);
    await scene.fail(link.id, failure);
  }
  return link;
}

test("every state leads back with the link and how it ended", async () => {
  const used = await make();
  await scene.submit(used.token);
  await scene.succeed(used.id);
  const poor = await scene.organization();
  const paused = await make(poor);
  await updateOrganization(scene.deps, poor.id, { billing: "past_due" });
  const expired = await make(owner, { expiraEnMinutos: 5 });
  const shown: [string, MadeLink, string][] = [
    ["", await make(), "cancelado"],
    ["", await failed("clave_rechazada"), "error"],
    ["", await failed("clave_rechazada", 2), "agotado"],
    ["", await failed("cuenta_bloqueada"), "bloqueado"],
    ["", await failed("ingreso_en_pausa"), "en_pausa"],
    ["", paused, "en_pausa"],
    ["", used, "usado"],
    ["/progreso", used, "conectado"],
  ];
  for (const [end, link, state] of shown) {
    expect((await send(`${link.token}${end}`)).back, state).toBe(endOf(link, state));
  }
  scene.clock.moveTo(new Date(Date.parse(expired.expiraEn)));
  expect((await send(expired.token)).back).toBe(endOf(expired, "vencido"));
  expect((await send("desconocido")).text).not.toContain("Volver a");
});

test("a person who declines says so: the link is annulled, recorded, and accepts nothing", async () => {
  const link = await make();
  expect((await send(link.token)).text).toContain("No quiero conectar");
  const foreign = await send(`${link.token}/cancelar`, "POST", { "sec-fetch-site": "cross-site" });
  expect(foreign.status).toBe(403);
  expect((await send(link.token)).status).toBe(200);

  const declined = await send(`${link.token}/cancelar`, "POST");
  expect([declined.status, declined.back]).toEqual([200, endOf(link, "cancelado")]);
  expect(declined.text).toContain("No conectaste Banco Prueba");
  const rows = await scene.database.owner(
    "select operation, outcome, actor_kind from audit where actor_id = $1",
    [link.id],
  );
  expect(rows).toEqual([{ operation: "connect.decline", outcome: "ok", actor_kind: "link" }]);

  const later = await send(link.token);
  expect([later.status, later.back]).toEqual([410, endOf(link, "cancelado")]);
  expect((await send(link.token, "POST")).status).toBe(410);
  expect((await send(`${link.token}/cancelar`, "POST")).status).toBe(410);
  const jobs = await scene.database.owner("select 1 from sync_jobs where link_id = $1", [link.id]);
  expect(jobs).toEqual([]);
});

test("declining does not undo a try begun in another tab, and nobody can decline an unknown link", async () => {
  const link = await make();
  await scene.submit(link.token);
  expect((await send(`${link.token}/cancelar`, "POST")).status).toBe(303);
  await scene.succeed(link.id);
  expect((await send(link.token)).text).toContain("Este enlace ya se usó");
  expect((await send("desconocido/cancelar", "POST")).status).toBe(404);
});

test("without a return address there is a sentence instead of the way back", async () => {
  const link = await scene.makeLink(owner);
  expect((await send(link.token)).back).toBeUndefined();
  const declined = await send(`${link.token}/cancelar`, "POST");
  expect(declined.text).toContain("Ya puedes cerrar esta página.");
});

test("a rejected form leads back too, and a stranger's leads nowhere", async () => {
  const link = await make();
  const foreign = await send(link.token, "POST", { "sec-fetch-site": "cross-site" });
  expect([foreign.status, foreign.back]).toEqual([403, endOf(link, "error")]);
  const json = await send(link.token, "POST", { "content-type": "application/json" });
  expect([json.status, json.back]).toEqual([415, endOf(link, "error")]);
  const nobodys = await send("desconocido", "POST", { "sec-fetch-site": "cross-site" });
  expect([nobodys.status, nobodys.back]).toEqual([403, undefined]);
});

test("the page says to the minute until when an account is blocked, as in its ledger", async () => {
  const link = await failed("cuenta_bloqueada");
  const hasta = new Date(scene.clock.now().getTime() + closedHours * 3_600_000);
  await scene.database.owner("update sync_jobs set result = $2 where link_id = $1", [
    link.id,
    JSON.stringify({ code: "connection_busy", details: { motivo: "cuenta_bloqueada", hasta } }),
  ]);
  expect((await send(link.token)).text).toContain(`otra vez después del ${momentText(hasta)}`);
});

test("after a failed try the fields are filled again, in the same browser and without secrets", async () => {
  const link = await make();
  const sent = await scene.app.request(`/connect/${link.token}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(typedLogin).toString(),
  });
  const cookies = sent.headers.getSetCookie();
  const kept = cookies.find((one) => one.startsWith("escrito=")) ?? "";
  expect(kept).toContain(`Path=/connect/${link.token};`);
  expect(kept).toContain("HttpOnly");
  const value = kept.slice("escrito=".length, kept.indexOf(";"));
  const held = Buffer.from(value, "base64url").toString("utf8");
  expect(JSON.parse(held)).toEqual({ rut: typedLogin.rut, empresa: typedLogin.empresa });
  await scene.fail(link.id, "clave_rechazada");
  const again = await send(link.token, "GET", { cookie: `escrito=${value}` });
  expect(again.text).toContain(`value="${typedLogin.rut}"`);
  expect(again.text).not.toContain(typedLogin.clave);
  const elsewhere = await send(link.token);
  expect(elsewhere.text).not.toContain(`value="${typedLogin.rut}"`);
  expect(elsewhere.text).toContain(typedLogin.empresa);
  for (const odd of ["%%%", "bnVsbA", Buffer.from('{"rut":{}}').toString("base64url")]) {
    expect((await send(link.token, "GET", { cookie: `escrito=${odd}` })).status).toBe(200);
  }
});
