import { afterAll, beforeAll, expect, test } from "vitest";
import { dropHold, setHold } from "#lib/operator/index.ts";
import { plantOperation, plantPreparation } from "#tests/support/planted/preparation.ts";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { askDue, askSoon } from "./ask-again.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

/** For a connection changed in this way: what its operator is told, and how many are asked for. */
async function asked(change: string, state: "unknown" | "done" = "unknown") {
  const { id, keyId } = await api.organization();
  const preparationId = await plantPreparation(api, id, keyId);
  const operation = await plantOperation(api, id, { preparationId, state });
  await api.database.owner(`update connections set ${change} where organization_id = $1`, [id]);
  const verdict = await askSoon(api.contextOf(id), operation);
  const begun = await askDue({ ...api.deps, emissionQueue: api.deps.queue });
  return [verdict, begun];
}

test("it is asked for exactly when the operator is told so", async () => {
  expect(await asked("credencial = 'viva'")).toEqual([{ kind: "soon" }, 1]);
  expect(await asked("credencial = 'viva'", "done")).toEqual([{ kind: "known" }, 0]);
  for (const credencial of ["rechazada", "expirada", "revocada", "ausente"]) {
    const dead = { kind: "credential", credencial };
    expect(await asked(`credencial = '${credencial}'`)).toEqual([dead, 0]);
  }
  expect(await asked("disabled_at = created_at")).toEqual([{ kind: "disabled" }, 0]);
});

test("nobody asks where the operator has paused the system", async () => {
  const paused = { kind: "system", subject: "tributario" } as const;
  await setHold(api.deps, paused);
  const [verdict] = await asked("credencial = 'viva'");
  expect(verdict).toEqual({ kind: "paused" });
  await dropHold(api.deps, paused);
  expect(await asked("credencial = 'viva'")).toEqual([{ kind: "soon" }, 1]);
});

test("nobody asks on a deleted connection", async () => {
  const [verdict, begun] = await asked("credencial = 'revocada', deleted_at = created_at");
  expect([verdict, begun]).toEqual([{ kind: "deleted" }, 0]);
});

test("a stranger's is as unknown as none", async () => {
  const { id, keyId } = await api.organization();
  const preparationId = await plantPreparation(api, id, keyId);
  const operation = await plantOperation(api, id, { preparationId, state: "unknown" });
  const { id: stranger } = await api.organization();
  expect(await askSoon(api.contextOf(stranger), operation)).toEqual({ kind: "known" });
});
