import { afterAll, beforeAll, expect, test } from "vitest";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { newOwner } from "#tests/support/scenes/dashboard-people.ts";
import { testDashboard, type TestDashboard } from "#tests/support/scenes/dashboard.ts";
import { plantOperation, plantPreparation } from "#tests/support/planted/preparation.ts";
import type { Visitor } from "#tests/support/scenes/visitor.ts";

let api: TestApi;
let dashboard: TestDashboard;
let organizationId: string;
let owner: Visitor;
let preparationId: string;
beforeAll(async () => {
  api = await testApi();
  dashboard = await testDashboard(api);
  const ana = { mail: "ana@maule.example", organization: "Contadores del Maule SpA" };
  ({ by: owner, organizationId } = await newOwner({ api, dashboard }, ana));
  const { id: keyId } = await api.key(organizationId, ["tributario:read"]);
  preparationId = await plantPreparation(api, organizationId, keyId);
});
afterAll(async () => {
  await dashboard?.close();
  await api?.close();
});

async function answered(state: string, folio: number): Promise<string> {
  const id = await plantOperation(api, organizationId, { preparationId, state: "done", folio });
  await api.database.owner(
    `insert into document_acceptances (operation_id, organization_id, connection_id, connector, state,
       created_at, updated_at)
     select id, organization_id, connection_id, 'facturacion', $2, created_at, created_at
     from operations where id = $1`,
    [id, state],
  );
  return id;
}

/** The state's mark in a part of a page: its colour and its words. */
const tagIn = (html: string): string[] =>
  [...(/<span class="(tag[^"]*)">([^<]*)<\/span>/.exec(html) ?? [])].slice(1);

test.each([
  ["aceptado", "tag good", "emitido y aceptado"],
  ["reparos", "tag warn", "emitido, con reparos"],
  ["rechazado", "tag bad", "emitido, rechazado por la autoridad"],
  ["pendiente", "tag", "emitido, la autoridad aún no responde"],
])(
  "a document that is %s is shown as such, in the list and on its page",
  async (state, ...mark) => {
    const id = await answered(state, 1300 + mark[1].length);
    const list = `/dashboard/${organizationId}/emisiones`;
    const rows = (await owner.get(list)).text.split("<tr");
    expect(tagIn(rows.find((row) => row.includes(id)) ?? "")).toEqual(mark);
    const { text } = await owner.get(`${list}/${id}`);
    expect(tagIn(text.slice(text.indexOf("<dt>Estado</dt>")))).toEqual(mark);
    expect(text.includes("La autoridad lo rechazó")).toBe(state === "rechazado");
  },
);

test("a document that the authority itself issued is green as soon as it is issued", async () => {
  const id = await plantOperation(api, organizationId, {
    preparationId,
    state: "done",
    folio: 1400,
  });
  const { text } = await owner.get(`/dashboard/${organizationId}/emisiones/${id}`);
  expect(tagIn(text.slice(text.indexOf("<dt>Estado</dt>")))).toEqual(["tag good", "emitido"]);
});

test("a document that the authority rejects after it was issued is listed among the rejected", async () => {
  const refused = await answered("rechazado", 1501);
  const accepted = await answered("aceptado", 1502);
  const list = `/dashboard/${organizationId}/emisiones?estado=`;
  const found = async (filter: string) => {
    const { text } = await owner.get(list + filter);
    return { refused: text.includes(refused), accepted: text.includes(accepted) };
  };
  expect(await found("rechazado")).toEqual({ refused: true, accepted: false });
  // It was issued too, so it has its folio.
  expect(await found("emitido")).toEqual({ refused: true, accepted: true });
  expect(await found("abierto")).toEqual({ refused: false, accepted: false });
});

test("the steps of an emission, and what the list showed, are told in words", async () => {
  const id = await plantOperation(api, organizationId, { preparationId, state: "done" });
  const seen = JSON.stringify({ listed: 3, matching: 1, candidates: 1 });
  for (const [step, found] of [
    ["propose", null],
    ["issued_list", seen],
  ] as const) {
    await api.database.owner(
      `insert into operation_evidence (id, organization_id, operation_id, token, step, found, at)
       values ($1, $2, $3, 1, $4, $5, $6)`,
      [`rec_${step}`, organizationId, id, step, found, api.clock.now()],
    );
  }
  const { text } = await owner.get(`/dashboard/${organizationId}/emisiones/${id}`);
  expect(text).toContain("Proponerlo en el portal");
  expect(text).toContain("3 en la lista, 1 calza, 1 por asignar");
  expect(text).not.toContain("issued_list");
});
