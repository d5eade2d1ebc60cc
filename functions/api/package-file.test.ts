import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packageFile, packagePath } from "#lib/client/package.ts";
import { createApi } from "./app.ts";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { packageNextTo } from "./package-file.ts";

let api: TestApi;
let folder: string;
beforeAll(async () => {
  api = await testApi();
  folder = await mkdtemp(path.join(tmpdir(), "connect-next-to-"));
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

test("a deployed service serves the files next to its bundle once they exist", async () => {
  const bundle = pathToFileURL(path.join(folder, "serve.mjs")).href;
  const app = createApi({ ...api.appDeps, clientPackage: packageNextTo(bundle) });
  const without = await app.request(packagePath);
  expect(without.status).toBe(503);
  expect(await without.json()).toMatchObject({ error: { code: "service_unavailable" } });

  await mkdir(path.join(folder, "client"));
  await writeFile(path.join(folder, "client", packageFile), Buffer.from([0x1f, 0x8b, 0xff]));
  await writeFile(path.join(folder, "client", `${packageFile}.sha512`), "sum\n");
  const served = await app.request(packagePath);
  expect(served.status).toBe(200);
  expect([...new Uint8Array(await served.arrayBuffer())]).toEqual([0x1f, 0x8b, 0xff]);
  expect(await (await app.request(`${packagePath}.sha512`)).text()).toBe("sum\n");
  expect((await app.request("/client/..%2Fserve.mjs")).status).toBe(404);
});
