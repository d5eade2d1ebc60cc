import { afterAll, beforeAll, expect, test } from "vitest";
import { openPortal } from "#lib/connectors/drivers.ts";
import type { Answered, TestOrganization } from "#tests/support/scenes/api.ts";
import {
  invoice,
  tributarioScene,
  type TributarioScene,
} from "#tests/support/scenes/tributario-scene.ts";
import { sharedBrowser } from "#tests/support/browsers/shared-browser.ts";

// A credit note with code 1 annuls what it references, whichever tool prepares it.

let scene: TributarioScene;
let owner: TestOrganization;
let connection: string;
/** The portal's door: who comes while it is closed waits until it opens. */
let door = Promise.withResolvers<void>();
beforeAll(async () => {
  door.resolve();
  scene = await tributarioScene({
    openPortal: async (connector, given) => {
      await door.promise;
      return openPortal(connector, {
        browser: await sharedBrowser(),
        ...given,
        baseUrl: `${scene.sandbox.url}/portals/${connector}`,
      });
    },
  });
  owner = await scene.organization();
  connection = await scene.connect(owner.id);
});
afterAll(() => scene.close());

const call = (tool: string, input: unknown) =>
  scene.call(tool, input, { key: owner.key, connection });

function refOf(prepared: Answered): { previewRef: string } {
  expect(prepared.status, JSON.stringify(prepared.body)).toBe(200);
  return { previewRef: String(prepared.body.data?.["previewRef"]) };
}

async function issue(price: number): Promise<{ folio: number; fechaEmision: string }> {
  const answer = await call("dte.emitir", refOf(await call("dte.previsualizar", invoice(price))));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data as { folio: number; fechaEmision: string };
}

interface Target {
  tipoDoc?: number;
  folio: number | string;
  fechaEmision: string;
}

function note(price: number, { tipoDoc = 33, folio, fechaEmision }: Target, codigo: 1 | 3) {
  const reference = { tipoDoc, folio: String(folio), fecha: fechaEmision, codigo, razon: "Error" };
  return { ...invoice(price), tipoDte: 61, referencias: [reference] };
}

/** Both were asked for before the portal prepared either: neither is in the other's way yet. */
async function previewAtOnce(first: unknown, second: unknown): Promise<[Answered, Answered]> {
  door = Promise.withResolvers();
  const both = [call("dte.previsualizar", first), call("dte.previsualizar", second)] as const;
  const open = "select id from sync_jobs where status in ('queued', 'running')";
  await expect.poll(() => scene.database.owner(open, [])).toHaveLength(2);
  door.resolve();
  return Promise.all(both);
}

test("of two credit notes that annul one invoice a single one is issued", async () => {
  const target = await issue(2_000);
  const padded = { ...target, folio: `000${target.folio}` };
  const [first, second] = await previewAtOnce(note(2_000, target, 1), note(2_000, padded, 1));
  const { emitted: before = 0, sends = 0 } = await scene.log();

  const issued = await call("dte.emitir", refOf(first));
  expect(issued.body.data).toMatchObject({ tipoDte: 61, totales: { total: 2_380 } });
  const { folio, operacionId } = issued.body.data as { folio: number; operacionId: string };
  const refused = await call("dte.emitir", refOf(second));
  expect(refused.body.error?.code).toBe("tributario_anulacion_ya_emitida");
  expect(refused.body.error?.details).toMatchObject({
    notaCredito: { tipoDte: 61, folio },
    operacionId,
  });
  expect(await scene.log()).toMatchObject({ emitted: before + 1, sends: sends + 1 });

  for (const [tool, input] of [
    ["dte.previsualizar", note(2_000, target, 1)],
    ["anulacion.previsualizar", { tipoDte: 33, folio: target.folio }],
  ] as const) {
    const again = await call(tool, input);
    expect(again.body.error?.code, tool).toBe("tributario_anulacion_ya_emitida");
  }
}, 60_000);

test("while nobody knows of the first one, no second one is sent", async () => {
  const target = await issue(3_000);
  const [first, second] = await previewAtOnce(note(3_000, target, 1), note(3_000, target, 1));
  const { emitted: before = 0, sends = 0 } = await scene.log();
  await scene.fault("send_dropped", { delayMs: 100 });
  const lost = await call("dte.emitir", refOf(first));
  expect(lost.body.error?.code).toBe("tributario_emission_outcome_unknown");
  const refused = await call("dte.emitir", refOf(second));
  expect(refused.body.error?.code).toBe("tributario_anulacion_en_curso");
  const operacionId = lost.body.error?.details?.["operacionId"];
  expect(refused.body.error?.details).toMatchObject({ operacionId });
  expect(await scene.log()).toMatchObject({ emitted: before, sends: sends + 1 });
}, 60_000);

test("a prepared annulment blocks a credit note, and the other way round", async () => {
  const [one, other] = [await issue(4_000), await issue(4_500)];
  const annulment = refOf(await call("anulacion.previsualizar", { tipoDte: 33, folio: one.folio }));
  const note61 = refOf(await call("dte.previsualizar", note(4_500, other, 1)));
  const crossed = [
    [await call("dte.previsualizar", note(4_000, one, 1)), annulment],
    [await call("anulacion.previsualizar", { tipoDte: 33, folio: other.folio }), note61],
  ] as const;
  for (const [{ body }, blocking] of crossed) {
    expect(body.error?.code).toBe("tributario_anulacion_en_curso");
    expect(body.error?.details).toMatchObject(blocking);
  }
  // An amount may be corrected more than once.
  for (const price of [100, 200]) {
    refOf(await call("dte.previsualizar", note(price, one, 3)));
  }
}, 60_000);

test("a receipt that was not issued here is not annulled by a credit note either", async () => {
  const { fechaEmision } = await issue(5_000);
  const { logins: before } = await scene.log();
  const receipt = { tipoDoc: 39, folio: 41_202, fechaEmision };
  const refused = await call("dte.previsualizar", note(5_000, receipt, 1));
  expect(refused.body.error?.code).toBe("tributario_anulacion_documento_no_encontrado");
  expect(await scene.log()).toMatchObject({ logins: before });
}, 60_000);
