import { expect, test } from "vitest";
import { bankScene } from "#tests/support/scenes/bank-scene.ts";

const portal = bankScene("tributario");

test("a session that ends before the folder's page is shown means that somebody else is using the login", async () => {
  const { folders, logout } = await portal.enter();
  await portal.fault("session_ended");
  await expect(folders?.revoke("1")).rejects.toMatchObject({ code: "connection_busy" });
  expect(await portal.pendingFaults()).toEqual([]);
  await logout();
});
