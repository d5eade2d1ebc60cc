import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callTool } from "#tests/support/scenes/api.ts";
import { mailScene, type MailScene } from "#tests/support/scenes/mail-scene.ts";

// The three tools over the sandbox's mail provider, with the deployed driver.

let scene: MailScene;
let caller: Awaited<ReturnType<MailScene["mailbox"]>>;
beforeAll(async () => {
  scene = await mailScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  await scene.sandbox.control("POST", "/reset");
  caller = await scene.mailbox();
});

const asked = {
  para: ["Ana@Ñandú.example", "luis@example.com"],
  cc: ["copia@example.com"],
  cco: ["oculta@example.com"],
  asunto: "Factura Nº 7012, año 2026: señal de término",
  cuerpo: "Hola Ñandú:\n\n  va la factura.\r\nSaludos\n",
};

const send = (input: object = asked, idempotencyKey: string = randomUUID()) =>
  scene.call("correo.enviar", input, { ...caller, idempotencyKey });

const drafts = async () => {
  const path = `/portals/correo/truth?resource=borradores&cuenta=${caller.account}`;
  return (await scene.sandbox.control<{ rows: { id: string }[] }>("GET", path)).body.rows;
};

describe("sending", () => {
  test("a mail is sent once per key, with everything that was requested", async () => {
    const key = randomUUID();
    const first = await send(asked, key);
    expect(first.body.data).toMatchObject({
      estado: "enviado",
      puedeReintentar: false,
      siguientePaso: "ninguno",
    });
    expect(first.body.meta["idempotency"]).toBe("stored");
    const again = await send(asked, key);
    expect([again.body.data, again.body.meta["idempotency"]]).toEqual([
      first.body.data,
      "replayed",
    ]);
    const [mail, ...others] = await scene.delivered();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      id: first.body.data?.["mensajeId"],
      hilo: first.body.data?.["hiloId"],
      cuenta: caller.account,
      para: ["ana@xn--and-6ma2c.example", "luis@example.com"],
      asunto: asked.asunto,
      operacion: first.body.data?.["operacionId"],
    });
    expect(mail?.cuerpo).toContain("Hola Ñandú:\n\n  va la factura.\r\nSaludos");
    expect(await drafts()).toEqual([]);
    const other = await send();
    expect([other.body.data?.["estado"], (await scene.delivered()).length]).toEqual(["enviado", 2]);
  });

  test("a reply goes into the conversation that it answers", async () => {
    const received = await scene.sandbox.control<{ id: string; hilo: string }>(
      "POST",
      `/portals/correo/accounts/${caller.account}`,
      { action: "receive", message: { asunto: "¿Y la factura?" } },
    );
    const { id, hilo } = received.body;
    const answer = await send({ ...asked, enRespuestaA: id });
    expect(answer.body.data).toMatchObject({ estado: "enviado", hiloId: hilo });
    const missing = await send({ ...asked, enRespuestaA: "nadie" });
    expect(missing.body.error).toMatchObject({
      code: "validation_error",
      details: { issues: [expect.objectContaining({ code: "unknown_message" })] },
    });
    expect((await scene.delivered()).length).toBe(1);
  });

  test("the answered mail is read with the reading module, and a missing permission is named", async () => {
    const answers = { ...asked, enRespuestaA: "nadie" };
    const modules = "update connections set alcances = '{enviar}' where id = $1";
    await scene.database.owner(modules, [caller.connection]);
    const before = await scene.log();
    const refused = await send(answers);
    const off = { code: "alcance_not_enabled", details: { alcance: "leer" } };
    expect([refused.status, refused.body.error]).toMatchObject([403, off]);
    expect(await scene.log()).toEqual(before);
    expect((await send()).body.data).toMatchObject({ estado: "enviado" });
    const sender = await scene.mailbox("send_only");
    const missing = await scene.call("correo.enviar", answers, sender);
    expect(missing.body.error).toMatchObject({
      code: "forbidden",
      details: { reason: "provider_scope_missing", modulo: "leer" },
    });
  });

  test("a lost answer is recovered from the thread", async () => {
    await scene.fault("mail_lost", { delayMs: 1 });
    expect((await send()).body.data).toMatchObject({ estado: "enviado", siguientePaso: "ninguno" });
    expect((await scene.delivered()).length).toBe(1);
  });

  test("a dropped one is withdrawn and reported as not sent; then the same call sends it", async () => {
    await scene.fault("mail_dropped", { delayMs: 1 });
    const key = randomUUID();
    const first = await send(asked, key);
    expect([first.status, first.body.data]).toEqual([
      200,
      expect.objectContaining({ estado: "resultado_desconocido", siguientePaso: "reconciliar" }),
    ]);
    expect(await drafts()).toEqual([]);
    scene.advance(61);
    const proven = await send(asked, key);
    expect(proven.body.error).toMatchObject({
      code: "upstream_error",
      details: { enviado: false, operacionId: first.body.data?.["operacionId"] },
    });
    expect((await send(asked, key)).body.data).toMatchObject({ estado: "enviado" });
    expect((await scene.delivered()).length).toBe(1);
  });

  test.each([[[]], [["mail_lost"]]])(
    "a mail that is shown late is looked for until it appears (%j)",
    async (faults) => {
      await scene.fault("mail_lingers", { delayMs: 45_000 });
      for (const kind of faults) await scene.fault(kind, { delayMs: 1 });
      const key = randomUUID();
      const unknown = { estado: "resultado_desconocido", puedeReintentar: false };
      expect((await send(asked, key)).body.data).toMatchObject(unknown);
      scene.advance(61);
      const found = await send(asked, key);
      expect(found.body.data).toMatchObject({ estado: "enviado", siguientePaso: "ninguno" });
      expect((await scene.delivered()).map(({ id }) => id)).toEqual([
        found.body.data?.["mensajeId"],
      ]);
    },
  );

  test("a mail that the provider accepted is never called unsent, however late it is shown", async () => {
    await scene.fault("mail_lingers", { delayMs: 600_000 });
    const key = randomUUID();
    for (let looks = 0; looks < 3; looks += 1) {
      expect((await send(asked, key)).body.data?.["estado"]).toBe("resultado_desconocido");
      scene.advance(61);
    }
    scene.advance(600);
    expect((await send(asked, key)).body.data?.["estado"]).toBe("enviado");
    expect((await scene.delivered()).length).toBe(1);
  });

  test("a draft whose answer was lost is found, and no second one is made", async () => {
    await scene.fault("draft_lost", { delayMs: 1 });
    expect((await send()).body.data).toMatchObject({ estado: "enviado" });
    expect([await drafts(), (await scene.delivered()).length]).toEqual([[], 1]);
  });
});

describe("reading", () => {
  const search = (consulta: string, more: object = {}) =>
    scene.call("correos.buscar", { consulta, ...more }, caller);

  test("a search is the provider's, page by page, and a mail is read whole", async () => {
    const first = await search("in:inbox", { limit: 3 });
    const found = first.body.data as { correos: Record<string, unknown>[]; cursor: string };
    expect(found.correos).toHaveLength(3);
    const next = await search("in:inbox", { limit: 3, cursor: found.cursor });
    const ids = [first, next].flatMap(({ body }) =>
      (body.data as { correos: { id: string }[] }).correos.map(({ id }) => id),
    );
    expect(new Set(ids).size).toBe(6);
    const other = await search("in:sent", { limit: 3, cursor: found.cursor });
    expect(other.body.error?.code).toBe("validation_error");
    const read = await scene.call("correo.obtener", { mensajeId: ids[0] }, caller);
    expect(read.body.data).toMatchObject({ id: ids[0], asunto: found.correos[0]?.["asunto"] });
    const unknown = await scene.call("correo.obtener", { mensajeId: "nadie" }, caller);
    expect(unknown.body.error?.details).toMatchObject({
      issues: [expect.objectContaining({ path: ["mensajeId"], code: "unknown_message" })],
    });
    expect((await search("has:nothing")).body.error).toMatchObject({
      code: "validation_error",
      details: { issues: [expect.objectContaining({ code: "wrong_format" })] },
    });
  });

  test("a read call's key stores nothing of a mail", async () => {
    const found = (await search("in:inbox", { limit: 1 })).body.data as {
      correos: { id: string }[];
    };
    const idempotencyKey = randomUUID();
    for (const [tool, input] of [
      ["correo.correos.buscar", { consulta: "in:inbox" }],
      ["correo.correo.obtener", { mensajeId: found.correos[0]?.id }],
    ] as const) {
      const { status, body } = await callTool(scene.app, tool, input, {
        ...caller,
        idempotencyKey,
      });
      expect([tool, status, body.meta["idempotency"]]).toEqual([tool, 200, undefined]);
    }
    const keys = "select 1 from idempotency_keys where key = $1";
    expect(await scene.database.owner(keys, [idempotencyKey])).toEqual([]);
  });

  test("a mail just sent is found in the sent folder as soon as the provider's search knows it", async () => {
    const sent = await send();
    const inSent = async (more: string) => {
      const { body } = await search(`in:sent ${more}`);
      return (body.data as { correos: { id: string }[] }).correos.map(({ id }) => id);
    };
    const id = sent.body.data?.["mensajeId"];
    expect(await inSent("to:luis@example.com")).toEqual([]);
    scene.advance(31);
    const dayFromNow = (days: number) =>
      new Date(scene.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
    const found = [
      "to:luis@example.com",
      "to:oculta@example.com",
      "subject:7012 from:ana.soto",
      "ñandú termino to:luis",
      `after:${dayFromNow(-2)} before:${dayFromNow(2)} to:luis`,
    ];
    for (const words of found) expect(await inSent(words), words).toEqual([id]);
    const days = [`before:${dayFromNow(-2)}`, `after:${dayFromNow(2)}`];
    for (const words of ["to:nadie@example.com", ...days.map((day) => `${day} to:luis`)]) {
      expect(await inSent(words), words).toEqual([]);
    }
    const { body } = await search("in:inbox to:luis@example.com");
    expect(body.data).toMatchObject({ correos: [] });
  });

  test("nothing hidden in a mail reaches its reader", async () => {
    const { body } = await scene.sandbox.control<{ id: string }>(
      "POST",
      `/portals/correo/accounts/${caller.account}`,
      {
        action: "receive",
        message: {
          asunto: "Hola\u200B \u202Eotxet",
          cuerpo: "una\r\ndos\u2066\n",
          adjuntos: [{ nombre: "año.pdf", tamano: 10 }],
        },
      },
    );
    const read = await scene.call("correo.obtener", { mensajeId: body.id }, caller);
    expect(read.body.data).toMatchObject({
      asunto: "Hola otxet",
      texto: "una\ndos\n",
      textoCortado: false,
      tieneAdjuntos: true,
      adjuntos: [{ nombre: "año.pdf", tipo: "application/pdf", tamanoBytes: 10 }],
    });
  });
});

describe("an account that its owner revoked", () => {
  const challengeOf = (answer: Awaited<ReturnType<typeof send>>) =>
    answer.body.error?.details?.["challenge"] as { url: string; expiraEn: string };

  test("asks to be connected again, at the same address for an hour", async () => {
    expect((await send()).body.data).toMatchObject({ estado: "enviado" });
    const path = `/portals/correo/accounts/${caller.account}`;
    await scene.sandbox.control("POST", path, { action: "revoke" });
    const refused = await send();
    expect([refused.status, refused.body.error?.code]).toEqual([428, "connected_account_required"]);
    const listed = await scene.call("correos.buscar", { consulta: "in:sent" }, caller);
    expect(challengeOf(listed)).toEqual(challengeOf(refused));
    const { url } = challengeOf(refused);
    const page = await scene.app.request(url);
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining("Vuelve a conectar"),
    ]);
    const owner = "select credencial from connections where id = $1";
    expect(await scene.database.owner(owner, [caller.connection])).toEqual([
      { credencial: "revocada" },
    ]);
    scene.advance(50 * 60);
    const later = await send();
    expect(challengeOf(later).url).not.toBe(url);
  });

  test("a permission that was not granted is forbidden, and named", async () => {
    const reader = await scene.mailbox("read_only");
    const refused = await scene.call("correo.enviar", asked, reader);
    expect(refused.body.error).toMatchObject({
      code: "forbidden",
      details: {
        reason: "provider_scope_missing",
        modulo: "enviar",
        challenge: { url: expect.stringContaining("/connect/"), expiraEn: expect.any(String) },
      },
    });
    const read = await scene.call("correos.buscar", { consulta: "in:sent" }, reader);
    expect(read.status).toBe(200);
  });
});
