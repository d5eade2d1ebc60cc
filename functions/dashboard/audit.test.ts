import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callTool } from "#tests/support/scenes/api.ts";
import { newMember, newOwner, signedInAs } from "#tests/support/scenes/dashboard-people.ts";
import {
  dashboardScene,
  type DashboardScene,
  type Someone,
} from "#tests/support/scenes/dashboard-scene.ts";
import type { Page, Visitor } from "#tests/support/scenes/visitor.ts";

let scene: DashboardScene;
let owner: Someone;
let by: Visitor;
let organizationId: string;
let page: string;
const now = { timezone: "America/Santiago" };
let requestId: string;
beforeAll(async () => {
  scene = await dashboardScene();
  const { api } = scene;
  const auditor = { mail: "auditora@maule.example", organization: "Con llamadas" };
  ({ owner, organizationId, by } = await newOwner(scene, auditor));
  page = `/dashboard/${organizationId}/auditoria`;
  const { key } = await api.key(organizationId, ["core:read"]);
  const headers = { "x-client-trace-id": "=HYPERLINK(1)" };
  const ok = await callTool(api.app, "core.timestamp.now", now, { key, headers });
  requestId = String(ok.body.meta["request_id"]);
  for (let n = 0; n < 60; n += 1) {
    const refused = await callTool(api.app, "indicadores.valor.actual", {}, { key });
    expect(refused.status).toBe(403);
  }
});
afterAll(() => scene.close());

const rowsOf = ({ text }: Page): string[] => [
  ...new Set([...text.matchAll(/auditoria\/(req_[0-9a-z]{26})/g)].map(([, id = ""]) => id)),
];
const nextOf = ({ text }: Page): string =>
  (/href="([^"]+)" rel="next"/.exec(text)?.[1] ?? "").replaceAll("&amp;", "&");

describe("the audit", () => {
  test("is shown newest first in parts, and no call appears twice", async () => {
    const first = await by.get(page);
    expect(rowsOf(first)).toHaveLength(50);
    const second = await by.get(nextOf(first));
    const all = [...rowsOf(first), ...rowsOf(second)];
    expect(new Set(all).size).toBe(61);
    expect(all.at(-1)).toBe(requestId);
    expect(nextOf(second)).toBe("");
  });

  test("is filtered by result, tool and actor, and says so when nothing matches", async () => {
    const ok = await by.get(`${page}?resultado=ok&herramienta=core.timestamp.now`);
    expect(rowsOf(ok)).toEqual([requestId]);
    expect(ok.text).toContain("API key");
    const none = await by.get(`${page}?actor=key_nadie`);
    expect(none.text).toContain("Sin llamadas en este rango");
    expect(none.text).toContain("Limpiar filtros");
    const before = await by.get(`${page}?hasta=2026-01-01&tiempo=31d`);
    expect(rowsOf(before)).toEqual([]);
  });

  test("opens a request by its id, and only by a known id", async () => {
    const found = await by.get(`${page}?solicitud=${requestId}`);
    expect(found.location).toBe(`${page}/${requestId}`);
    expect((await by.get(`${page}/${requestId}`)).text).toContain("core.timestamp.now");
    expect((await by.get(`${page}/req_00000000000000000000000000`)).status).toBe(404);
  });

  test("is exported as text files, each of which is recorded", async () => {
    const shown = await by.get(`${page}/exportar?resultado=ok`);
    expect(shown.text).toContain("Caben en un archivo");
    const csv = await by.get(`${page}/exportar.csv?resultado=ok`);
    expect(csv.headers.get("content-disposition")).toBe('attachment; filename="auditoria.csv"');
    expect(csv.headers.get("cache-control")).toBe("no-store");
    expect(csv.text).toContain(`,"'=HYPERLINK(1)",`);
    const ndjson = await by.get(`${page}/exportar.ndjson?resultado=refused`);
    expect(ndjson.text.trimEnd().split("\n")).toHaveLength(60);
    const exported = await scene.api.database.owner(
      "select actor_id from audit where organization_id = $1 and operation = 'dashboard.export_audit'",
      [organizationId],
    );
    expect(exported).toEqual([{ actor_id: owner.userId }, { actor_id: owner.userId }]);
  });

  test("is not visible to a member in any form", async () => {
    const curious = { mail: "curiosa@maule.example", role: "member" } as const;
    const theirs = signedInAs(scene.dashboard, await newMember(scene, organizationId, curious));
    expect((await theirs.get(`/dashboard/${organizationId}`)).text).not.toContain("auditoria");
    for (const rest of ["", "/exportar", "/exportar.csv", "/exportar.ndjson", `/${requestId}`]) {
      const { status, text } = await theirs.get(page + rest);
      expect(status, rest).toBe(403);
      expect(text).not.toContain("core.timestamp");
    }
  });
});
