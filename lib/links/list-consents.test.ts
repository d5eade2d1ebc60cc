import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "#lib/db/context.ts";
import { asMember, plantMember, refusalOf } from "#tests/support/scenes/grants.ts";
import { linkScene, type LinkScene } from "#tests/support/scenes/links.ts";
import { listConsents } from "./index.ts";

let scene: LinkScene;
let owner: Awaited<ReturnType<LinkScene["organization"]>>;
beforeAll(async () => {
  scene = await linkScene();
  owner = await scene.organization();
});
afterAll(() => scene.close());

/** With the database role of the dashboard. */
async function as(role: "owner" | "admin" | "member", organization = owner.id): Promise<Context> {
  const userId = await plantMember(scene.database, organization, { role });
  return asMember({ ...scene.contextOf(organization), db: scene.database.app }, userId);
}

async function connect(input: Record<string, unknown> = {}) {
  const link = await scene.makeLink(owner, input);
  await scene.submit(link.token);
  return scene.succeed(link.id);
}

test("consents are listed for the owners of their organization only, newest first", async () => {
  const first = await connect();
  scene.clock.moveTo(new Date(scene.clock.now().getTime() + 60_000));
  const second = await connect({ modo: "reconectar", conexionId: first.connectionId });
  const listed = await listConsents(await as("owner"), first.connectionId);
  expect(listed).toMatchObject([
    { linkId: second.linkId, ended: null, endedAt: null },
    { linkId: first.linkId, ended: "reemplazado", facts: { reads: ["Saldos"] } },
  ]);
  for (const role of ["admin", "member"] as const) {
    const refused = listConsents(await as(role), first.connectionId);
    expect(await refusalOf(refused)).toMatchObject({ code: "forbidden" });
  }
  const stranger = await as("owner", (await scene.organization()).id);
  expect(await listConsents(stranger, first.connectionId)).toBeNull();
});
