import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  account,
  createDraft,
  headerOf,
  mailCallerFor,
  mailTruth,
  rawMail,
  type Brief,
  type DraftAnswer,
  type MailCaller,
  type Whole,
} from "../../testing/correo.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";

let sandbox: TestSandbox;
let mail: MailCaller;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.service.moveClock(new Date("2026-11-21T15:00:00Z"));
  await sandbox.control("POST", "/reset");
  mail = await mailCallerFor(sandbox);
});
afterAll(() => sandbox.close());

const log = async () => (await sandbox.control("GET", "/portals/correo/log")).body;
const sendDraft = (id: string) => mail.ask<Brief>("POST", "/borradores/enviar", { id });
const thread = async (id: string) =>
  (await mail.ask<{ mensajes: Whole[] }>("GET", `/hilos/${id}?formato=partes`)).body.mensajes;
const person = (id: string, action: string) =>
  sandbox.control("POST", `/portals/correo/drafts/${id}`, { action });

describe("a draft", () => {
  test("is gone once it is sent: another message, with the provider's id, is in its thread", async () => {
    const draft = await createDraft(mail);
    expect(draft.mensaje.etiquetas).toEqual(["DRAFT"]);
    const { status, body: sent } = await sendDraft(draft.id);
    expect(status).toBe(200);
    expect(sent.id).not.toBe(draft.mensaje.id);
    expect([sent.hilo, sent.etiquetas]).toEqual([draft.mensaje.hilo, ["SENT"]]);
    const [only, ...others] = await thread(draft.mensaje.hilo);
    expect(others).toEqual([]);
    expect(only?.id).toBe(sent.id);
    if (!only) throw new Error("an empty thread");
    expect(headerOf(only, "Message-ID")).toMatch(/^<[0-9a-f]{16}@correo\.sandbox\.test>$/);
    expect(headerOf(only, "X-Connect-Operation")).toBe("oper_1");
    expect(headerOf(only, "Subject")).toBe("Factura 7012");
    expect(Buffer.from(only.partes[0]?.datos ?? "", "base64url").toString()).toBe("Hola\r\n");
    expect(await mailTruth(sandbox)).toEqual([
      {
        id: sent.id,
        hilo: sent.hilo,
        cuenta: account,
        para: ["ana@example.com"],
        cc: [],
        cco: [],
        asunto: "Factura 7012",
        cuerpo: "Hola\r\n",
        enviado: expect.stringMatching(/^2026-11-21T15:00:/),
        operacion: "oper_1",
      },
    ]);
    expect(await log()).toMatchObject({ drafts: 1, sends: 1, mails_sent: 1 });
  });

  test.each([404, 400])("that was sent or deleted is a %i", async (usedDraft) => {
    await sandbox.control("PATCH", "/portals/correo", { usedDraft });
    const sent = await createDraft(mail);
    await sendDraft(sent.id);
    const deleted = await createDraft(mail);
    expect((await mail.ask("DELETE", `/borradores/${deleted.id}`)).status).toBe(204);
    for (const { id } of [sent, deleted]) {
      expect((await sendDraft(id)).status).toBe(usedDraft);
      expect((await mail.ask("GET", `/borradores/${id}`)).status).toBe(usedDraft);
      expect((await mail.ask("DELETE", `/borradores/${id}`)).status).toBe(usedDraft);
    }
    expect((await sendDraft("r0")).status).toBe(404);
    expect(await mailTruth(sandbox)).toHaveLength(1);
  });

  test("sent twenty times at once is delivered once", async () => {
    const { id } = await createDraft(mail);
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendDraft(id)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 404)).toHaveLength(19);
    expect(await mailTruth(sandbox)).toHaveLength(1);
    expect(await log()).toMatchObject({ sends: 20, mails_sent: 1 });
  });

  test("is listed at once with its headers, while the search does not find it yet", async () => {
    const { id } = await createDraft(mail, { Subject: "=?UTF-8?Q?A=C3=B1o_nuevo?=" });
    const { body } = await mail.ask<{ borradores: DraftAnswer[] }>("GET", "/borradores");
    expect(body.borradores.map((one) => one.id)).toEqual([id]);
    const shown = await mail.ask<{ mensaje: Whole }>("GET", `/borradores/${id}`);
    expect(headerOf(shown.body.mensaje, "Subject")).toBe("Año nuevo");
    const found = await mail.ask<{ mensajes: Brief[] }>("GET", "/mensajes?q=in:drafts");
    expect(found.body.mensajes).toEqual([]);
    expect((await mailTruth(sandbox, "borradores")).length).toBe(1);
  });

  test("can be changed: it gets another message in the same thread", async () => {
    const draft = await createDraft(mail);
    const mensaje = { crudo: rawMail({ Subject: "Otro" }) };
    const { body } = await mail.ask<DraftAnswer>("PUT", `/borradores/${draft.id}`, { mensaje });
    expect(body.id).toBe(draft.id);
    expect(body.mensaje.id).not.toBe(draft.mensaje.id);
    expect(body.mensaje.hilo).toBe(draft.mensaje.hilo);
    expect((await thread(draft.mensaje.hilo)).map(({ id }) => id)).toEqual([body.mensaje.id]);
  });

  test("replies in an existing thread only", async () => {
    const { body } = await mail.ask<{ mensajes: Brief[] }>("GET", "/mensajes?q=in:inbox&limite=1");
    const [first] = body.mensajes;
    const reply = await createDraft(mail, {}, first?.hilo);
    const { body: sent } = await sendDraft(reply.id);
    expect(sent.hilo).toBe(first?.hilo);
    expect((await thread(sent.hilo)).at(-1)?.id).toBe(sent.id);
    const mensaje = { crudo: rawMail(), hilo: "0000000000000000" };
    expect((await mail.ask("POST", "/borradores", { mensaje })).status).toBe(404);
  });

  test("of another account does not exist", async () => {
    const { id } = await createDraft(mail);
    const stranger = await mailCallerFor(sandbox, "wrong_password");
    expect((await stranger.ask("GET", `/borradores/${id}`)).status).toBe(404);
    expect((await stranger.ask("POST", "/borradores/enviar", { id })).status).toBe(404);
    expect(await mailTruth(sandbox)).toEqual([]);
  });

  test("needs one recipient, and may have at most a hundred", async () => {
    const draft = await createDraft(mail, { To: "" });
    expect((await sendDraft(draft.id)).body).toMatchObject({
      error: { codigo: "sin_destinatario" },
    });
    const to = Array.from({ length: 99 }, (_, index) => `a${index}@example.com`).join(", ");
    const hundred = { crudo: rawMail({ To: to, Bcc: '"Soto, Ana" <z@example.com>' }) };
    expect((await mail.ask("POST", "/borradores", { mensaje: hundred })).status).toBe(201);
    const more = { crudo: rawMail({ To: to, Bcc: "x@example.com, z@example.com" }) };
    expect((await mail.ask("POST", "/borradores", { mensaje: more })).status).toBe(400);
  });

  test("is at most 5 MiB of base64url", async () => {
    const large = Buffer.alloc(5 * 1024 * 1024 + 1, 65).toString("base64url");
    const refused = await mail.ask("POST", "/borradores", { mensaje: { crudo: large } });
    expect(refused.status).toBe(413);
    for (const body of [{}, { mensaje: { crudo: "ñ" } }, "{"]) {
      expect((await mail.ask("POST", "/borradores", body)).status).toBe(400);
    }
  });
});

describe("what a person does in the mail client", () => {
  test("edits, deletes or sends a draft that a program has made", async () => {
    const edited = await createDraft(mail);
    expect((await person(edited.id, "edit")).status).toBe(200);
    const { body } = await mail.ask<{ mensaje: Whole }>("GET", `/borradores/${edited.id}`);
    expect(headerOf(body.mensaje, "Subject")).toBe("Factura 7012 (editado)");
    expect(headerOf(body.mensaje, "X-Connect-Operation")).toBe("oper_1");
    expect((await person(edited.id, "send")).status).toBe(200);
    expect((await sendDraft(edited.id)).status).toBe(404);
    expect(await mailTruth(sandbox)).toMatchObject([{ asunto: "Factura 7012 (editado)" }]);
    const deleted = await createDraft(mail);
    expect((await person(deleted.id, "delete")).status).toBe(200);
    expect((await sendDraft(deleted.id)).status).toBe(404);
    expect(await log()).toMatchObject({ drafts: 2, mails_sent: 1 });
  });

  test.each([
    ["/drafts/r0", { action: "edit" }],
    ["/drafts/r0", { action: "burn" }],
    ["/drafts", { action: "edit" }],
    ["/accounts/nadie@example.com", { action: "revoke" }],
    [`/accounts/${account}`, { action: "receive", message: { hilo: "0" } }],
    [`/accounts/${account}`, { action: "receive", message: { texto: "Hola" } }],
    [`/accounts/${account}`, {}],
  ])("%s %j is a wrong call, and the answer says what it takes", async (path, body) => {
    const answer = await sandbox.control("POST", `/portals/correo${path}`, body);
    expect(answer.status).toBe(400);
    expect(answer.body["takes"]).toBeTruthy();
  });
});

describe("a permission", () => {
  test("to read does not write, and only to send shows no drafts", async () => {
    const mensaje = { crudo: rawMail() };
    const reader = await mailCallerFor(sandbox, "read_only");
    const sender = await mailCallerFor(sandbox, "send_only");
    expect((await reader.ask("GET", "/mensajes")).status).toBe(200);
    for (const [caller, method, path, body] of [
      [reader, "POST", "/borradores", { mensaje }],
      [reader, "POST", "/mensajes/enviar", { mensaje }],
      [sender, "POST", "/borradores", { mensaje }],
      [sender, "GET", "/borradores", undefined],
      [sender, "GET", "/mensajes", undefined],
    ] as const) {
      const answer = await caller.ask(method, path, body);
      expect([answer.status, answer.body]).toEqual([
        403,
        { error: { estado: 403, codigo: "permiso_insuficiente", mensaje: expect.any(String) } },
      ]);
      expect(answer.headers.get("www-authenticate")).toContain('error="insufficient_scope"');
    }
    expect((await sender.ask("POST", "/mensajes/enviar", { mensaje })).status).toBe(200);
    expect(await mailTruth(sandbox)).toHaveLength(1);
  });
});
