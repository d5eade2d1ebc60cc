import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Answered, TestOrganization } from "#tests/support/scenes/api.ts";
import {
  invoice,
  ownLogin,
  personLogin,
  tributarioScene,
  type TaxLogin,
  type TributarioScene,
} from "#tests/support/scenes/tributario-scene.ts";

let scene: TributarioScene;
let owner: TestOrganization;
let connection: string;
beforeAll(async () => {
  scene = await tributarioScene();
  owner = await scene.organization();
});
afterAll(() => scene.close());
beforeEach(async () => {
  await scene.beginAnew();
  connection = await scene.connect(owner.id);
});

const call = (tool: string, input: unknown, on = connection, idempotencyKey?: string) =>
  scene.call(tool, input, {
    key: owner.key,
    connection: on,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });

async function preview(on = connection, input: unknown = invoice()): Promise<string> {
  const answer = await call("dte.previsualizar", input, on);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return String(answer.body.data?.["previewRef"]);
}

const codeOf = ({ body }: Answered): string | undefined => body.error?.code;

async function connected(rut: string, more: Partial<TaxLogin> = {}): Promise<string> {
  return scene.connect(owner.id, { ...personLogin, rut, ...more });
}

describe("at the preview", () => {
  test.each([
    ["not_enrolled", "tributario_facturador_not_enrolled"],
    ["type_not_authorized", "tributario_dte_type_not_authorized"],
    ["preview_alert", "tributario_dte_validation_failed"],
    ["session_active", "connection_busy"],
    ["session_ended", "connection_busy"],
    ["identity_mismatch", "connection_identity_mismatch"],
    ["unavailable", "upstream_error"],
    ["wrong_password", "connection_credential_required"],
    ["account_blocked", "connection_busy"],
  ])("%s is %s", async (fault, code) => {
    await scene.fault(fault);
    expect(codeOf(await call("dte.previsualizar", invoice()))).toBe(code);
    expect(await scene.log()).toMatchObject({ emitted: 0, sends: 0 });
  });

  test.each([
    ["14141414-3", {}, "tributario_facturador_not_enrolled"],
    ["13131313-6", {}, "tributario_facturador_not_enabled"],
    ["7777777-6", { empresa: "76369187-K" }, "tributario_emitter_profile_required"],
  ])("a login %s %j is %s", async (rut, more, code) => {
    const on = await connected(rut, more);
    expect(codeOf(await call("dte.previsualizar", invoice(), on))).toBe(code);
  });

  test("a type that the person may not issue is named with those that they may", async () => {
    const on = await connected("10101010-4");
    const answer = await call("dte.previsualizar", { ...invoice(), tipoDte: 34 }, on);
    expect(codeOf(answer)).toBe("tributario_dte_type_not_authorized");
    expect(answer.body.error?.details).toMatchObject({ autorizados: [33, 61] });
  });

  test("a type that nobody maps contacts nobody", async () => {
    const answer = await call("dte.previsualizar", { ...invoice(), tipoDte: 110 });
    expect(codeOf(answer)).toBe("tributario_dte_variant_not_enabled");
    expect(await scene.log()).toMatchObject({ logins: 0 });
  });

  test("each wrong field is named before anything is asked of the portal", async () => {
    const { receptor } = invoice();
    const wrong = {
      ...invoice(2),
      receptor: { ...receptor, rut: "76555835-2" },
      fechaEmision: "2099-01-01",
    };
    const answer = await call("dte.previsualizar", wrong);
    expect(codeOf(answer)).toBe("tributario_dte_validation_failed");
    const issues = answer.body.error?.details?.["issues"] as { path: string[]; code: string }[];
    expect(issues.map(({ path, code }) => `${path.join(".")} ${code}`)).toEqual([
      "receptor.rut not_allowed",
      "fechaEmision not_allowed",
      "lineas too_small",
    ]);
    expect(await scene.log()).toMatchObject({ logins: 0, previews: 0 });
  });

  test("a password that was just refused is called so", async () => {
    await scene.fault("wrong_password");
    const { body } = await call("dte.previsualizar", invoice());
    expect(body.error?.details).toMatchObject({
      credencial: "rechazada",
      fix: { tool_id: "conexiones.enlace.crear" },
    });
  });

  test("the company's own login that shows another company is connection_identity_mismatch", async () => {
    const on = await scene.connect(owner.id, ownLogin);
    await scene.fault("identity_mismatch");
    expect(codeOf(await call("dte.previsualizar", invoice(), on))).toBe(
      "connection_identity_mismatch",
    );
    expect(await scene.log()).toMatchObject({ emitted: 0, sends: 0 });
  });

  test("a profile that the form does not offer is tributario_emitter_profile_changed", async () => {
    const on = await connected("76555835-2");
    const profile = { actividad: "692000", direccion: "Otra calle 1", ciudad: "Santiago" };
    expect((await call("emisor.configurar", profile, on)).status).toBe(200);
    const answer = await call("dte.previsualizar", invoice(), on);
    expect(codeOf(answer)).toBe("tributario_emitter_profile_changed");
  });
});

describe("before the sending the key is released, and can run again", () => {
  test.each([
    ["preview_changed", "tributario_preview_changed"],
    ["no_certificate", "tributario_signing_material_required"],
    ["bad_certificate_password", "tributario_signing_material_invalid"],
    ["session_active", "connection_busy"],
    ["session_ended", "connection_busy"],
    ["identity_mismatch", "connection_identity_mismatch"],
    ["unavailable", "upstream_error"],
  ])(
    "%s is %s",
    async (fault, code) => {
      const previewRef = await preview();
      const key = randomUUID();
      await scene.fault(fault);
      expect(codeOf(await call("dte.emitir", { previewRef }, connection, key))).toBe(code);
      expect(await scene.log()).toMatchObject({ emitted: 0, sends: 0 });
      const again = await call("dte.emitir", { previewRef }, connection, key);
      expect(again.status, JSON.stringify(again.body)).toBe(200);
      expect(again.body.meta["idempotency"]).toBe("stored");
      expect(await scene.log()).toMatchObject({ emitted: 1 });
    },
    30_000,
  );

  test("the company's own login that shows another company frees the key too", async () => {
    const on = await scene.connect(owner.id, ownLogin);
    const previewRef = await preview(on);
    const key = randomUUID();
    await scene.fault("identity_mismatch");
    expect(codeOf(await call("dte.emitir", { previewRef }, on, key))).toBe(
      "connection_identity_mismatch",
    );
    expect(await scene.log()).toMatchObject({ emitted: 0, sends: 0 });
    expect((await call("dte.emitir", { previewRef }, on, key)).status).toBe(200);
  }, 30_000);

  test("a connection without the certificate's password is told so", async () => {
    const on = await scene.connect(owner.id, { rut: "12345678-5", clave: "clave-tributario" });
    const previewRef = await preview(on);
    const answer = await call("dte.emitir", { previewRef }, on);
    expect(codeOf(answer)).toBe("tributario_signing_material_required");
  }, 20_000);

  test("a wrong password of the certificate is tributario_signing_material_invalid", async () => {
    const on = await connected("12345678-5", { claveCertificado: "no-es" });
    const previewRef = await preview(on);
    const answer = await call("dte.emitir", { previewRef }, on);
    expect(codeOf(answer)).toBe("tributario_signing_material_invalid");
  }, 20_000);
});

describe("at the sending", () => {
  test("an alert is a rejection with a receipt, the same every time", async () => {
    const previewRef = await preview();
    const key = randomUUID();
    await scene.fault("send_rejected");
    const first = await call("dte.emitir", { previewRef }, connection, key);
    expect(codeOf(first)).toBe("tributario_emission_rejected");
    const again = await call("dte.emitir", { previewRef }, connection, key);
    expect(again.body.error?.details).toEqual(first.body.error?.details);
    expect(await scene.log()).toMatchObject({ emitted: 0, sends: 1 });
  }, 20_000);

  test.each([
    ["send_script_alert", 1],
    ["send_already_sent", 1],
    ["send_processing", 1],
    ["send_lost", 1],
    // What stays unknown is a rival of its look-alikes: these come last.
    ["send_session_expired", 0],
    ["send_dropped", 0],
  ])(
    "%s leaves %i documents, and the list tells",
    async (fault, emitted) => {
      const previewRef = await preview();
      const key = randomUUID();
      await scene.fault(fault, { delayMs: 200 });
      const answer = await call("dte.emitir", { previewRef }, connection, key);
      expect(await scene.log()).toMatchObject({ emitted, sends: 1 });
      if (emitted === 1) {
        expect(answer.body.data).toMatchObject({ estado: "emitido", prueba: "lista" });
        return;
      }
      expect(codeOf(answer)).toBe("tributario_emission_outcome_unknown");
      const fix = answer.body.error?.details?.["fix"] as { input: { operacionId: string } };
      const settled = await call("emision.reconciliar", fix.input);
      expect(settled.body.data).toMatchObject({ estado: "desconocido", folio: null });
      expect(codeOf(await call("dte.emitir", { previewRef }, connection, key))).toBe(
        "tributario_emission_outcome_unknown",
      );
      expect(await scene.log()).toMatchObject({ emitted: 0, sends: 1 });
    },
    30_000,
  );

  test("a list that is late leaves the outcome open, and a later look settles it", async () => {
    const previewRef = await preview();
    const key = randomUUID();
    await scene.fault("issued_list_late");
    const answer = await call("dte.emitir", { previewRef }, connection, key);
    const late = codeOf(answer) === "tributario_emission_outcome_unknown";
    expect(late, JSON.stringify(answer.body)).toBe(true);
    scene.advance(40);
    await scene.housekeeping();
    await expect
      .poll(async () => (await call("dte.emitir", { previewRef }, connection, key)).status, {
        timeout: 20_000,
      })
      .toBe(200);
    expect(await scene.log()).toMatchObject({ emitted: 1, sends: 1 });
  }, 40_000);
});
