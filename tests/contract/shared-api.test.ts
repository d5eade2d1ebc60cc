import { expect, test } from "vitest";
import { callTool } from "#tests/support/scenes/api.ts";
import { sharedApi } from "#tests/support/scenes/shared-api.ts";

/** What a file does with the shared service: its own organization, with a connection. */
async function oneFile() {
  const { app, organization, connection } = await sharedApi();
  const { id, key } = await organization();
  const own = await connection(id, "banco_a");
  const list = "conexiones.estado.consultar";
  const seen = async () => {
    const { body } = await callTool(app, list, {}, { key });
    const found = body.data?.["conexiones"] as { id: string }[] | undefined;
    return found?.map((one) => one.id);
  };
  const answer = async (of: string) => {
    const { body } = await callTool(app, "banco_a.cuentas.consultar", {}, { key, connection: of });
    return body.error?.code ?? "read";
  };
  return { app, own, seen, answer };
}

test("files that share a service see nothing of each other", async () => {
  const [one, other] = await Promise.all([oneFile(), oneFile()]);
  expect(one.app).toBe(other.app);
  expect(await one.seen()).toEqual([one.own]);
  expect(await other.seen()).toEqual([other.own]);
  for (const [reader, stranger] of [
    [one, other],
    [other, one],
  ] as const) {
    const answers = [await reader.answer(reader.own), await reader.answer(stranger.own)];
    expect(answers).toEqual(["read", "validation_error"]);
  }
});

test("no file gets what it could take from the others", async () => {
  const given = Object.keys(await sharedApi()).toSorted();
  expect(given).toEqual(["app", "connection", "contextOf", "organization"]);
});
