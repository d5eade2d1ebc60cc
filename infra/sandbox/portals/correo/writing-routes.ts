import { Hono } from "hono";
import { z } from "zod";
import { silence } from "../../system/silence.ts";
import type { SandboxEnv } from "../../system/system.ts";
import { bearer, failed } from "./gate.ts";
import type { Draft, Late } from "./mailboxes.ts";
import { recipientsOf, type Message } from "./message.ts";
import { formats, printedBrief, printedMessage } from "./printed.ts";
import type { Correo, Ctx, Reply } from "./provider.ts";
import { formatOf } from "./reading-routes.ts";
import type { AccessToken } from "./tokens.ts";

const largestBytes = 5 * 1024 * 1024;
const mostRecipients = 100;
const usualLingerMs = 45_000;

const Written = z.object({
  mensaje: z.object({ crudo: z.string().regex(/^[\w-]+={0,2}$/), hilo: z.string().optional() }),
});
const Named = z.object({ id: z.string() });

interface Given {
  raw: Buffer;
  thread: string | undefined;
}

/** Drafts and sent mail: a sent draft is gone, and another message is in its thread. */
export function writingRoutes(provider: Correo): Hono<SandboxEnv> {
  const { world, mailboxes, switches } = provider;
  const routes = new Hono<SandboxEnv>();
  const compose = (answer: (c: Ctx, token: AccessToken) => Reply) =>
    bearer(provider, ["buzon.redactar"], answer);

  routes.get(
    "/borradores",
    compose((c, { account }) => c.json({ borradores: mailboxes.drafts(account).map(briefDraft) })),
  );

  routes.post(
    "/borradores",
    compose(async (c, { account }) => {
      const given = await readWritten(c, account);
      if (given instanceof Response) return given;
      const draft = mailboxes.createDraft(account, given.raw, given.thread);
      const lost = world.faults.take("draft_lost");
      return lost ? silence(c, world, lost.delayMs) : c.json(briefDraft(draft), 201);
    }),
  );

  routes.get(
    "/borradores/:id",
    compose((c, { account }) => {
      const format = formatOf(c);
      if (!format) return failed(c, 400, "formato_no_valido", formats.join(", "));
      return withDraft(c, account, c.req.param("id") ?? "", ({ id, message }) =>
        c.json({ id, mensaje: printedMessage(message, format) }),
      );
    }),
  );

  routes.put(
    "/borradores/:id",
    compose(async (c, { account }) => {
      const given = await readWritten(c, account);
      if (given instanceof Response) return given;
      return withDraft(c, account, c.req.param("id") ?? "", ({ id }) =>
        mailboxes.isLingering(id)
          ? used(c)
          : c.json(briefDraft(mailboxes.changeDraft(id, given.raw))),
      );
    }),
  );

  routes.delete(
    "/borradores/:id",
    compose((c, { account }) =>
      withDraft(c, account, c.req.param("id") ?? "", ({ id }) => {
        mailboxes.deleteDraft(id);
        return c.body(null, 204);
      }),
    ),
  );

  routes.post(
    "/borradores/enviar",
    compose(async (c, { account }) => {
      world.counters.add("sends");
      const body = Named.safeParse(await jsonOf(c));
      if (!body.success) return failed(c, 400, "cuerpo_no_valido", "Falta id");
      return withDraft(c, account, body.data.id, (draft) => {
        if (mailboxes.isLingering(draft.id)) return used(c);
        if (mailCount(draft.message) === 0) return nobody(c);
        return leaving(c, () => mailboxes.sendDraft(draft.id, late()));
      });
    }),
  );

  routes.post(
    "/mensajes/enviar",
    bearer(provider, ["buzon.redactar", "buzon.enviar"], async (c, { account }) => {
      world.counters.add("sends");
      const given = await readWritten(c, account);
      if (given instanceof Response) return given;
      if (mailCount(given) === 0) return nobody(c);
      return leaving(c, () => mailboxes.send(account, given.raw, given.thread));
    }),
  );

  /** The faults of irreversible requests. */
  function leaving(c: Ctx, send: () => Message): Reply {
    const fault = world.faults.take("mail_lost", "mail_dropped");
    if (fault?.kind === "mail_dropped") return silence(c, world, fault.delayMs);
    const sent = send();
    return fault ? silence(c, world, fault.delayMs) : c.json(printedBrief(sent));
  }

  function withDraft(c: Ctx, account: string, id: string, answer: (draft: Draft) => Reply): Reply {
    const draft = mailboxes.findDraft(id);
    if (draft?.account === account) return answer(draft);
    return mailboxes.wasDraft(id) ? used(c) : noDraft(c);
  }

  function used(c: Ctx): Response {
    if (switches.values().usedDraft === 404) return noDraft(c);
    return failed(c, 400, "borrador_no_valido", "El borrador ya no se puede usar");
  }

  /** What stays hidden after the next sending, by the sandbox's clock. */
  function late(): Late | undefined {
    const fault = world.faults.take("mail_lingers", "draft_lingers");
    if (!fault) return undefined;
    const what = fault.kind === "mail_lingers" ? "both" : "draft";
    return { what, ms: fault.delayMs ?? usualLingerMs };
  }

  async function readWritten(c: Ctx, account: string): Promise<Response | Given> {
    const body = Written.safeParse(await jsonOf(c));
    if (!body.success) {
      return failed(c, 400, "cuerpo_no_valido", "mensaje.crudo es un texto en base64url");
    }
    const { crudo, hilo: thread } = body.data.mensaje;
    const raw = Buffer.from(crudo, "base64url");
    if (raw.length > largestBytes) return failed(c, 413, "demasiado_grande", "Máximo 5 MiB");
    if (mailCount({ raw }) > mostRecipients) {
      return failed(c, 400, "demasiados_destinatarios", `Máximo ${mostRecipients}`);
    }
    const isThere = thread === undefined || mailboxes.thread(account, thread).length > 0;
    return isThere ? { raw, thread } : failed(c, 404, "no_encontrado", "El hilo no existe");
  }
  return routes;
}

function noDraft(c: Ctx): Response {
  return failed(c, 404, "no_encontrado", "El borrador no existe");
}

function nobody(c: Ctx): Response {
  return failed(c, 400, "sin_destinatario", "El mensaje no tiene destinatario");
}

function briefDraft({ id, message }: Draft) {
  return { id, mensaje: printedBrief(message) };
}

function mailCount(message: Pick<Message, "raw">): number {
  const { to, cc, bcc } = recipientsOf(message);
  return to.length + cc.length + bcc.length;
}

async function jsonOf(c: Ctx): Promise<unknown> {
  try {
    return JSON.parse(await c.req.text());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}
