import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startTestSandbox } from "#infra/sandbox/testing/sandbox.ts";
import * as at from "#infra/sandbox/testing/tributario.ts";
import * as fees from "#infra/sandbox/testing/tributario-fees.ts";
import * as invoicer from "#infra/sandbox/testing/tributario-invoicer.ts";
import { visitorOf } from "#infra/sandbox/testing/visitor.ts";
import { keptFolios } from "./kept-folios.ts";
import { forgetState } from "./settings.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "connect-folios-"));
});
afterEach(() => rm(folder, { recursive: true }));

type Sandbox = Awaited<ReturnType<typeof startTestSandbox>>;

async function withSandbox<T>(use: (sandbox: Sandbox) => Promise<T>): Promise<T> {
  const sandbox = await startTestSandbox(undefined, keptFolios(folder));
  try {
    return await use(sandbox);
  } finally {
    await sandbox.close();
  }
}

/** One document of each kind that takes a folio. */
async function issueEach(sandbox: Sandbox): Promise<number[]> {
  const visitor = visitorOf(`${sandbox.url}/portals/tributario`);
  await invoicer.open(visitor);
  const document = invoicer.folioOf(await invoicer.emit(visitor));
  const person = visitorOf(`${sandbox.url}/portals/tributario`);
  await at.logIn(person, at.ownLogin);
  const receipt = fees.numberOf(await fees.issue(person));
  const rows = [{ tipoDoc: 34, rut: "77879240-0", fecha: "2026-11-20", exento: 1000 }];
  const added = await sandbox.control<{ rows: { folio: number }[] }>(
    "POST",
    "/portals/facturacion/rows",
    { resource: "documentos", rows },
  );
  return [document, receipt, added.body.rows[0]?.folio ?? 0];
}

test("a folio is given out once, however often the simulated systems begin anew", async () => {
  const first = await withSandbox(async (sandbox) => {
    const issued = await issueEach(sandbox);
    await sandbox.control("POST", "/reset");
    expect(await issueEach(sandbox)).toEqual(issued.map((folio) => folio + 1));
    return issued;
  });
  expect(await withSandbox(issueEach)).toEqual(first.map((folio) => folio + 2));
  await forgetState(folder);
  expect(await withSandbox(issueEach)).toEqual(first);
});
