import { actors } from "#lib/db/actors.ts";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { confirmPreparation } from "#lib/ledger/index.ts";
import { callTool, type TestOrganization } from "#tests/support/scenes/api.ts";
import { plantMember } from "#tests/support/scenes/grants.ts";
import {
  companyRut,
  invoice,
  tributarioScene,
  type TributarioScene,
} from "#tests/support/scenes/tributario-scene.ts";
import { pollUntil } from "#tests/support/poll-until.ts";

let scene: TributarioScene;
let owner: TestOrganization;
let colleague: string;
let connection: string;
beforeAll(async () => {
  scene = await tributarioScene();
  owner = await scene.organization();
  await plantMember(scene.database, owner.id, { userId: "usr_owner" });
  ({ key: colleague } = await scene.key(owner.id, ["tributario:read", "tributario:write"]));
});
afterAll(() => scene.close());
beforeEach(async () => {
  await scene.beginAnew();
  connection = await scene.connect(owner.id);
});

async function preview(): Promise<string> {
  const answer = await scene.call("dte.previsualizar", invoice(), { key: owner.key, connection });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(answer.body.data).toMatchObject({ requiereConfirmacion: false });
  return String(answer.body.data?.["previewRef"]);
}

async function emit(previewRef: string, key = owner.key): Promise<string> {
  const { body } = await scene.call("dte.emitir", { previewRef }, { key, connection });
  return body.error?.code ?? String(body.data?.["estado"]);
}

const person = (organizationId = owner.id) => ({
  ...scene.contextOf(organizationId),
  actor: actors.member("usr_owner"),
});
async function confirm(who: ReturnType<typeof person>, previewRef: string): Promise<void> {
  const query = "select document_hash as hash from preparations where id = $1";
  const [row] = await scene.database.owner(query, [previewRef]);
  const decision = await confirmPreparation(who, previewRef, { seenHash: String(row?.["hash"]) });
  expect(decision).toEqual({ kind: "decided" });
}

const code = (name: string) => expect.objectContaining({ code: name });

describe("a person's confirmation", () => {
  test("lets a colleague emit what somebody else previewed; without it nobody may", async () => {
    const previewRef = await preview();
    expect(await emit(previewRef, colleague)).toBe("tributario_preparation_confirmation_required");
    await confirm(person(), previewRef);
    expect(await emit(previewRef, colleague)).toBe("emitido");
    expect(await scene.log()).toMatchObject({ emitted: 1 });
  }, 30_000);

  test("must come from a person of the organization, for a valid preview", async () => {
    const previewRef = await preview();
    await expect(confirm(scene.contextOf(owner.id), previewRef)).rejects.toEqual(code("forbidden"));
    const stranger = await scene.organization();
    await plantMember(scene.database, stranger.id, { userId: "usr_owner" });
    for (const [who, ref] of [
      [person(stranger.id), previewRef],
      [person(), "prv_01k2exampe0000000000000000"],
    ] as const) {
      await expect(confirm(who, ref)).rejects.toEqual(code("tributario_preview_token_invalid"));
    }
    expect(await emit(previewRef, colleague)).toBe("tributario_preparation_confirmation_required");
    expect(await emit(previewRef)).toBe("emitido");
    await expect(confirm(person(), previewRef)).rejects.toEqual(
      code("tributario_preview_token_invalid"),
    );
    const second = await preview();
    scene.advance(15 * 60 + 1);
    await expect(confirm(person(), second)).rejects.toEqual(
      code("tributario_preview_token_expired"),
    );
  }, 40_000);

  test("is not left behind by its own actor's failed attempt", async () => {
    const previewRef = await preview();
    await scene.fault("no_certificate");
    expect(await emit(previewRef)).toBe("tributario_signing_material_required");
    expect(await emit(previewRef, colleague)).toBe("tributario_preparation_confirmation_required");
    expect(await emit(previewRef)).toBe("emitido");
  }, 40_000);
});

describe("a preview is for the issuer as it was", () => {
  test("a profile configured since is tributario_emitter_profile_changed", async () => {
    const previewRef = await preview();
    const path = `/portals/tributario/truth?resource=emisor&periodo=2026-10&rut=${companyRut}`;
    const { body } = await scene.sandbox.control<{ rows: IssuerTruth[] }>("GET", path);
    const [issuer] = body.rows;
    const [actividad, direccion] = [issuer?.actividades[1], issuer?.direcciones[1]];
    const profile = {
      actividad: actividad?.codigo,
      direccion: direccion?.direccion,
      ciudad: direccion?.ciudad,
    };
    const call = { key: owner.key, connection };
    expect((await scene.call("emisor.configurar", profile, call)).status).toBe(200);
    const shown = await scene.call("emisor.consultar", {}, call);
    expect(shown.body.data).toMatchObject({ emisor: profile });
    expect(await emit(previewRef)).toBe("tributario_emitter_profile_changed");
    expect(await scene.log()).toMatchObject({ emitted: 0, sends: 0 });
    expect(await emit(await preview())).toBe("emitido");
  }, 40_000);

  test("so is one changed at the portal", async () => {
    const previewRef = await preview();
    const change = { resource: "emisor", rut: companyRut, rows: [{ direccion: "Otra calle 9" }] };
    const answer = await scene.sandbox.control("POST", "/portals/tributario/rows", change);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(await emit(previewRef)).toBe("tributario_emitter_profile_changed");
    expect(await scene.log()).toMatchObject({ emitted: 0, sends: 0 });
  }, 40_000);
});

interface IssuerTruth {
  actividades: { codigo: string }[];
  direcciones: { direccion: string; ciudad: string }[];
}

describe("a form that has changed", () => {
  test.each([
    ["a field of the form is gone", 1],
    ["the preview has no form", 2],
  ])(
    "%s: tributario_facturador_contract_changed",
    async (_name, times) => {
      await scene.fault("layout_changed", { times });
      const call = { key: owner.key, connection };
      const { body } = await scene.call("dte.previsualizar", invoice(), call);
      expect(body.error?.code).toBe("tributario_facturador_contract_changed");
      await scene.sandbox.control("DELETE", "/portals/tributario/faults");
      const previewRef = await preview();
      await scene.fault("layout_changed");
      expect(await emit(previewRef)).toBe("tributario_facturador_contract_changed");
      expect(await scene.log()).toMatchObject({ emitted: 0, sends: 0 });
      await scene.sandbox.control("DELETE", "/portals/tributario/faults");
      expect(await emit(previewRef)).toBe("emitido");
    },
    60_000,
  );
});

describe("a key", () => {
  test("is made by the caller, and belongs to one connection and one preview", async () => {
    const previewRef = await preview();
    const keyless = await callTool(
      scene.app,
      "tributario.dte.emitir",
      { previewRef },
      { key: owner.key, connection },
    );
    expect(keyless.body.error?.code).toBe("idempotency_key_missing");
    const idempotencyKey = randomUUID();
    const call = { key: owner.key, connection, idempotencyKey };
    const first = await scene.call("dte.emitir", { previewRef }, call);
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    const elsewhere = { ...call, connection: await scene.connect(owner.id) };
    const other = await scene.call("dte.emitir", { previewRef }, elsewhere);
    expect(other.body.error?.code).toBe("idempotency_conflict");
    const second = await preview();
    const again = await scene.call("dte.emitir", { previewRef: second }, call);
    expect(again.body.error?.code).toBe("idempotency_conflict");
    expect(await scene.log()).toMatchObject({ emitted: 1, sends: 1 });
  }, 40_000);

  test("is one document however often its message arrives", async () => {
    const previewRef = await preview();
    const idempotencyKey = randomUUID();
    scene.pause();
    const call = { key: owner.key, connection, idempotencyKey };
    const answer = scene.call("dte.emitir", { previewRef }, call);
    const jobId = await pollUntil(
      () => jobOf(idempotencyKey),
      (id) => id.startsWith("sjb_"),
      10,
    );
    for (let copy = 0; copy < 4; copy += 1) {
      await scene.deps.emissionQueue.send({ jobId }, { group: owner.id });
    }
    scene.resume();
    expect((await answer).body.data).toMatchObject({ estado: "emitido" });
    await scene.deps.emissionQueue.send({ jobId }, { group: owner.id });
    // Behind it in the queue: when this one is answered the copies were seen.
    expect(await emit(await preview())).toBe("emitido");
    expect(await scene.log()).toMatchObject({ emitted: 2, sends: 2 });
  }, 60_000);
});

test("an answer is kept for thirty days, and the key's outcome for ever", async () => {
  const previewRef = await preview();
  const idempotencyKey = randomUUID();
  const call = { key: owner.key, connection, idempotencyKey };
  const first = await scene.call("dte.emitir", { previewRef }, call);
  scene.advance(30 * 86_400 - 60);
  await scene.housekeeping();
  const replayed = await scene.call("dte.emitir", { previewRef }, call);
  expect(replayed.body.data).toEqual(first.body.data);
  scene.advance(120);
  await scene.housekeeping();
  const late = await scene.call("dte.emitir", { previewRef }, call);
  expect(late.body.error).toMatchObject({
    code: "idempotency_conflict",
    details: { reason: "response_expired" },
    // To repeat it is what was just done, and under another key it would happen twice.
    suggested_fix: expect.stringContaining("GET /v1/operations/{key}"),
  });
  const record = await scene.app.request(`/v1/operations/${idempotencyKey}`, {
    headers: { authorization: `Bearer ${owner.key}` },
  });
  const { folio, recibo } = first.body.data as Record<string, unknown>;
  expect(await record.json()).toMatchObject({ data: { state: "done", folio, receipt: recibo } });
  expect(await scene.log()).toMatchObject({ emitted: 1, sends: 1 });
}, 40_000);

async function jobOf(key: string): Promise<string> {
  const [row] = await scene.database.owner(
    "select job_id from operations where idempotency_key = $1",
    [key],
  );
  return String(row?.["job_id"]);
}
