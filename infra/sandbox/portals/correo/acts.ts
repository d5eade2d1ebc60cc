import { z } from "zod";
import { actOn, type Act, type World } from "../../system/system.ts";
import { WrongCall } from "../../system/wrong-call.ts";
import type { Mailboxes } from "./mailboxes.ts";
import { contentOf } from "./message.ts";
import { withHeaders } from "./mime-headers.ts";
import { composeMessage, type Part } from "./mime-write.ts";
import type { Correo } from "./provider.ts";
import { mailRow } from "./truth.ts";

const draftTakes =
  '{"action": "edit"|"delete"|"send"}, to /drafts/{id}: what a person does with a draft that is there';
const Draft = z.strictObject({ action: z.enum(["edit", "delete", "send"]) });

/** `POST /control/portals/correo/drafts/{id}`. */
export function draftAct(mailboxes: Mailboxes): Act {
  return actOn(Draft, draftTakes, ({ action }, id) => {
    const draft = mailboxes.findDraft(id);
    if (!draft || mailboxes.isLingering(id)) throw new WrongCall(`no draft ${id}`, draftTakes);
    const { account } = draft;
    switch (action) {
      case "edit": {
        const { message } = mailboxes.changeDraft(id, edited(draft.message.raw));
        return { ...mailRow(account, message), id, action };
      }
      case "delete":
        mailboxes.deleteDraft(id);
        return { id, action };
      case "send":
        return { ...mailRow(account, mailboxes.sendDraft(id)), action };
    }
  });
}

/** Another subject, as if typed by a person. */
function edited(raw: Buffer): Buffer {
  const subject = contentOf({ raw }).header("subject") ?? "";
  const words = Buffer.from(`${subject} (editado)`).toString("base64");
  return withHeaders(raw, { Subject: `=?UTF-8?B?${words}?=` });
}

const accountTakes =
  '{"action": "revoke"} or {"action": "receive", "message"?: {"de"?, "asunto"?, "cuerpo"?, "html"?, "hilo"?, "adjuntos"?: [{"nombre", "tipo"?, "tamano"?}]}}, to /accounts/{account}';

const Account = z.union([
  z.strictObject({ action: z.literal("revoke") }),
  z.strictObject({
    action: z.literal("receive"),
    message: z
      .strictObject({
        de: z.string().min(3).default("Cliente Íñigo <cliente@remitente.example>"),
        asunto: z.string().default("Consulta"),
        cuerpo: z.string().default("Hola, ¿cómo va todo?\n"),
        html: z.boolean().default(false),
        hilo: z.string().optional(),
        adjuntos: z
          .array(
            z.strictObject({
              nombre: z.string().min(1),
              tipo: z.string().default("application/pdf"),
              tamano: z.int().min(0).max(1_000_000).default(1000),
            }),
          )
          .default([]),
      })
      .prefault({}),
  }),
]);

/** `POST /control/portals/correo/accounts/{account}`. */
export function accountAct({
  world,
  people,
  tokens,
  mailboxes,
}: Pick<Correo, "world" | "people" | "tokens" | "mailboxes">): Act {
  return actOn(Account, accountTakes, (body, account) => {
    if (!people.some(({ user }) => user === account)) {
      throw new WrongCall(`no account ${account}`, accountTakes);
    }
    if (body.action === "revoke") {
      tokens.revokeAccount(account);
      world.counters.add("logouts");
      return { account, action: body.action };
    }
    const { hilo: thread } = body.message;
    if (thread !== undefined && mailboxes.thread(account, thread).length === 0) {
      throw new WrongCall(`no thread ${thread}`, accountTakes);
    }
    const received = mailboxes.receive(account, incoming(account, world, body.message), thread);
    return mailRow(account, received);
  });
}

interface Incoming {
  de: string;
  asunto: string;
  cuerpo: string;
  html: boolean;
  adjuntos: { nombre: string; tipo: string; tamano: number }[];
}

function incoming(account: string, world: World, message: Incoming): Buffer {
  const text: Part = {
    type: message.html ? "text/html" : "text/plain",
    charset: "UTF-8",
    encoding: "base64",
    body: Buffer.from(message.cuerpo),
  };
  const files = message.adjuntos.map(({ nombre, tipo, tamano }): Part => ({
    type: tipo,
    encoding: "base64",
    name: nombre,
    body: Buffer.alloc(tamano, 48),
  }));
  return composeMessage({
    from: message.de,
    to: account,
    subject: message.asunto,
    at: world.now(),
    messageId: `<${world.now().getTime()}@remitente.example>`,
    parts: [text, ...files],
  });
}
