import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import { readableLog } from "#tests/support/log.ts";
import { everyValue, foundIn, seenOnMachine } from "#tests/support/texts/secret-search.ts";
import {
  invoice,
  ownLogin,
  tributarioScene,
  type TributarioScene,
} from "#tests/support/scenes/tributario-scene.ts";

// The right ones are the sandbox's own; nothing in the service knows them.
const rightPassword = "firma-tributario";
const wrongPassword = "M4rca-Certificado-9Zk";

const { log, lines } = readableLog();
let scene: TributarioScene;
let owner: TestOrganization;
/** Bodies of every answer. */
const answers: string[] = [];
/** Texts of running browsers and their files that were searched, and what was found in them. */
const machine = { browsers: 0, found: [] as string[] };
const secrets = [
  ["the right password", rightPassword],
  ["a wrong password", wrongPassword],
  ["the login's password", ownLogin.clave],
] as const;

beforeAll(async () => {
  scene = await tributarioScene({ log });
  owner = await scene.organization();
});
afterAll(() => scene.close());

async function call(tool: string, input: unknown, connection: string, idempotencyKey?: string) {
  const caller = { key: owner.key, connection, ...(idempotencyKey && { idempotencyKey }) };
  const state = { over: false };
  const over = scene.call(tool, input, caller).finally(() => (state.over = true));
  // Often enough to see every browser, and for a quarter of the time at most, to leave it processor time.
  for (let waitMs = 100; ;) {
    await Promise.race([over, pause(waitMs)]);
    if (state.over) break;
    const startedAt = performance.now();
    searchMachine(await seenOnMachine());
    waitMs = 3 * (performance.now() - startedAt);
  }
  const { body } = await over;
  answers.push(JSON.stringify(body));
  return body;
}

function searchMachine(seen: readonly string[]): void {
  machine.browsers += seen.filter((text) => text.includes("--user-data-dir=")).length;
  for (const [what, secret] of secrets) {
    machine.found.push(...foundIn(seen, secret).map((text) => `${what}: ${text.slice(0, 200)}`));
  }
}

/** Different amounts, so that an open one does not block another. */
let price = 1_000;

/** Previews and emits; returns the refusal's code, or the document's state. */
async function emitted(connection: string, fault?: string): Promise<string> {
  price += 10;
  const preview = await call("dte.previsualizar", invoice(price), connection);
  const previewRef = String(preview.data?.["previewRef"]);
  const key = randomUUID();
  if (fault !== undefined) await scene.fault(fault, { delayMs: 200 });
  const { error, data } = await call("dte.emitir", { previewRef }, connection, key);
  const record = await scene.app.request(`/v1/operations/${key}`, {
    headers: { authorization: `Bearer ${owner.key}` },
  });
  answers.push(await record.text());
  await scene.sandbox.control("DELETE", "/portals/tributario/faults");
  return error?.code ?? String(data?.["estado"]);
}

describe("after everything that can happen to the certificate's password", () => {
  beforeAll(async () => {
    const right = await scene.connect(owner.id, ownLogin);
    const wrong = await scene.connect(owner.id, {
      ...ownLogin,
      claveCertificado: wrongPassword,
    });
    expect(await emitted(right)).toBe("emitido");
    expect(await emitted(wrong)).toBe("tributario_signing_material_invalid");
    expect(await emitted(right, "send_rejected")).toBe("tributario_emission_rejected");
    expect(await emitted(right, "send_dropped")).toBe("tributario_emission_outcome_unknown");
    expect(await emitted(wrong, "layout_changed")).toBe("tributario_facturador_contract_changed");
    expect(await emitted(right, "unavailable")).toBe("upstream_error");
    // A receipt is signed and sent by one request, which contains the password.
    const receipt = { lineas: [{ nombre: "Café", cantidad: 1, precioUnitario: 990 }] };
    for (const connection of [right, wrong]) {
      const preview = await call("boleta.previsualizar", receipt, connection);
      await call("boleta.emitir", { previewRef: preview.data?.["previewRef"] }, connection);
    }
    await scene.housekeeping();
  }, 120_000);

  test("the seals contain the real ones", async () => {
    const rows = await scene.database.owner("select connection_id, sealed from credentials");
    const opened: string[] = [];
    for (const { connection_id: row, sealed } of rows) {
      const kept = { table: "credentials", column: "sealed", row: String(row) };
      const place = { organizationId: owner.id, purpose: "credential", ...kept } as const;
      const plain = await scene.deps.vault.open(place, sealed as Buffer);
      opened.push(plain.toString());
    }
    for (const [, secret] of secrets) expect(foundIn(opened, secret).length).toBeGreaterThan(0);
  });

  test("no column of any table holds one", async () => {
    const values = await everyValue(scene.database);
    const places = new Set(values.map(({ place }) => place));
    for (const place of [
      "operations.outcome",
      "preparations.document",
      "operation_evidence.step",
    ]) {
      expect(places).toContain(place);
    }
    for (const [what, secret] of secrets) {
      const found = values.filter(({ text }) => foundIn([text], secret).length > 0);
      expect([what, found.map(({ place }) => place)]).toEqual([what, []]);
    }
  });

  test("no seal except the credential's own contains one", async () => {
    const rows = await scene.database.owner("select id, document from preparations");
    expect(rows.length).toBeGreaterThan(5);
    const evidence = await scene.database.owner("select job_id, attempt, sealed from evidence");
    expect(evidence.length).toBeGreaterThan(0);
    const opened: string[] = [];
    const open = async (table: string, column: string, row: string, sealed: unknown) => {
      const purpose = table === "evidence" ? "evidence" : "answer";
      const place = { organizationId: owner.id, purpose, table, column, row } as const;
      opened.push((await scene.deps.vault.open(place, sealed as Buffer)).toString());
    };
    for (const { id, document } of rows) {
      await open("preparations", "document", String(id), document);
    }
    for (const { job_id: job, attempt, sealed } of evidence) {
      await open("evidence", "sealed", `${String(job)}/${String(attempt)}`, sealed);
    }
    for (const [what, secret] of secrets) {
      expect([what, foundIn(opened, secret)]).toEqual([what, []]);
    }
  });

  test("no line of the log at its most verbose contains one", () => {
    expect(lines.join("\n")).toContain("emission.step_failed");
    expect(lines.join("\n")).toContain("emission.no_answer");
    for (const [what, secret] of secrets) {
      expect([what, foundIn(lines, secret)]).toEqual([what, []]);
    }
  });

  test("no message on the queue contains more than a job's id", () => {
    expect(scene.messages.length).toBeGreaterThan(10);
    for (const message of scene.messages) {
      expect(JSON.parse(message)).toMatchObject({ jobId: expect.stringMatching(/^sjb_/) });
      for (const [, secret] of secrets) expect(foundIn([message], secret)).toEqual([]);
    }
  });

  test("no answer, error or record of an operation holds one", () => {
    expect(answers.length).toBeGreaterThan(18);
    for (const [what, secret] of secrets) {
      expect([what, foundIn(answers, secret)]).toEqual([what, []]);
    }
  });

  test("no command line, environment or file of a running browser contains one", () => {
    expect(machine.browsers).toBeGreaterThan(5);
    expect(machine.found).toEqual([]);
  });
});
