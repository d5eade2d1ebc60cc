import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openPortal } from "#lib/connectors/drivers.ts";
import type { OpenPortal } from "#lib/jobs/index.ts";
import type { Answered, TestOrganization } from "#tests/support/scenes/api.ts";
import {
  invoice,
  tributarioScene,
  type TributarioScene,
} from "#tests/support/scenes/tributario-scene.ts";
import { sharedBrowser } from "#tests/support/browsers/shared-browser.ts";

// What can happen to the one request that emits, with the portal's counters as the judge.

interface Fault {
  kind: string;
  delayMs?: number;
}

let scene: TributarioScene;
let owner: TestOrganization;
let connection: string;
/** Only the request that emits meets this fault. */
let atSending: Fault | null = null;

const openFaulty: OpenPortal = async (connector, given) => {
  const baseUrl = `${scene.sandbox.url}/portals/${connector}`;
  const opened = await openPortal(connector, { browser: await sharedBrowser(), ...given, baseUrl });
  const { emitter } = opened.driver;
  if (emitter === undefined) return opened;
  const send: typeof emitter.send = async () => {
    if (atSending !== null) await scene.fault(atSending.kind, atSending);
    atSending = null;
    return emitter.send();
  };
  return { ...opened, driver: { ...opened.driver, emitter: { ...emitter, send } } };
};

beforeAll(async () => {
  scene = await tributarioScene({ openPortal: openFaulty });
  owner = await scene.organization();
});
afterAll(() => scene.close());
beforeEach(async () => {
  await scene.beginAnew();
  connection = await scene.connect(owner.id);
});

const call = (tool: string, input: unknown, idempotencyKey = randomUUID()) =>
  scene.call(tool, input, { key: owner.key, connection, idempotencyKey });
const codeOf = ({ body }: Answered): string | undefined => body.error?.code;

/** Different amounts, so that an open one is no rival in another test. */
let price = 1_000;
async function preview(): Promise<{ previewRef: string }> {
  price += 10;
  const answer = await call("dte.previsualizar", invoice(price));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { previewRef: String(answer.body.data?.["previewRef"]) };
}

describe("the document is issued, and the list shows it", () => {
  test.each<[string, Fault, boolean]>([
    ["a slow answer", { kind: "slow", delayMs: 1_500 }, true],
    ["an unknown page in place of the folio", { kind: "layout_changed" }, false],
  ])(
    "%s",
    async (_, fault, namesFolio) => {
      const input = await preview();
      const key = randomUUID();
      atSending = fault;
      const emitted = await call("dte.emitir", input, key);
      expect(emitted.status, JSON.stringify(emitted.body)).toBe(200);
      const { operacionId, folio } = emitted.body.data as { operacionId: string; folio: number };
      const told = await call("dte_emision.consultar", { operacionId });
      const steps = told.body.data?.["evidencia"] as { paso: string; folioRespondido: unknown }[];
      const answered = steps.filter(({ paso }) => paso === "answer");
      expect(answered.map(({ folioRespondido }) => folioRespondido)).toEqual(
        namesFolio ? [folio] : [],
      );
      const again = await call("dte.emitir", input, key);
      expect(again.body.data).toEqual(emitted.body.data);
      expect(await scene.log()).toMatchObject({ emitted: 1, sends: 1 });
    },
    60_000,
  );
});

describe("nobody can tell, and nothing is sent again", () => {
  test.each<[string, Fault]>([
    ["a page that hangs and then is none", { kind: "hang", delayMs: 500 }],
    ["a page that is not available", { kind: "unavailable" }],
    ["the login page", { kind: "session_ended" }],
  ])(
    "%s",
    async (_, fault) => {
      const input = await preview();
      const key = randomUUID();
      atSending = fault;
      const lost = await call("dte.emitir", input, key);
      expect(codeOf(lost)).toBe("tributario_emission_outcome_unknown");
      const operacionId = lost.body.error?.details?.["operacionId"];
      const looked = await call("emision.reconciliar", { operacionId });
      expect(looked.body.data).toMatchObject({ estado: "desconocido", folio: null });
      expect(codeOf(await call("dte.emitir", input, key))).toBe(codeOf(lost));
      expect(codeOf(await call("dte.emitir", input))).toBe("tributario_preview_token_invalid");
      expect(await scene.log()).toMatchObject({ emitted: 0, sends: 0 });
    },
    60_000,
  );

  test("a page that never loads", async () => {
    const input = await preview();
    const key = randomUUID();
    atSending = { kind: "hang" };
    const first = await call("dte.emitir", input, key);
    expect(["timeout", "tributario_emission_outcome_unknown"]).toContain(codeOf(first));
    await expect
      .poll(async () => codeOf(await call("dte.emitir", input, key)), { timeout: 90_000 })
      .toBe("tributario_emission_outcome_unknown");
    expect(await scene.log()).toMatchObject({ emitted: 0, sends: 0 });
  }, 150_000);
});

describe("before the sending", () => {
  test("a portal that hangs frees the key, and a slow one is waited for", async () => {
    await scene.fault("hang", { delayMs: 500 });
    expect(codeOf(await call("dte.previsualizar", invoice()))).toBe("upstream_error");
    await scene.fault("slow", { delayMs: 500, times: 3 });
    const input = await preview();
    const key = randomUUID();
    await scene.fault("hang", { delayMs: 500 });
    expect(codeOf(await call("dte.emitir", input, key))).toBe("upstream_error");
    expect(await scene.log()).toMatchObject({ emitted: 0, sends: 0 });
    await scene.fault("slow", { delayMs: 500, times: 3 });
    const emitted = await call("dte.emitir", input, key);
    expect(emitted.body.meta["idempotency"], JSON.stringify(emitted.body)).toBe("stored");
    expect(await scene.log()).toMatchObject({ emitted: 1, sends: 1 });
  }, 60_000);
});
