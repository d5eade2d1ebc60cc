import { Hono } from "hono";
import type { SandboxEnv } from "../../system/system.ts";
import { bearer, failed } from "./gate.ts";
import { historyAt } from "./generate.ts";
import type { Message } from "./message.ts";
import { formats, printedBrief, printedMessage, type Format } from "./printed.ts";
import type { Correo, Ctx } from "./provider.ts";
import { searchFor } from "./search.ts";

const usualPage = 25;
const largestPage = 100;
const historyKeptMs = 30 * 86_400_000;

/** The account, its messages by search and by id, its threads and its history. */
export function readingRoutes(provider: Correo): Hono<SandboxEnv> {
  const { world, people, mailboxes, switches } = provider;
  const routes = new Hono<SandboxEnv>();

  routes.get(
    "/cuenta",
    bearer(provider, [], (c, { account, scopes }) => {
      const person = people.find(({ user }) => user === account);
      return c.json({
        cuenta: account,
        nombre: person?.name ?? null,
        historia: String(mailboxes.history(account)),
        permisos: scopes,
      });
    }),
  );

  routes.get(
    "/mensajes",
    bearer(provider, ["buzon.leer"], (c, { account }) => {
      const { q = "", limite = String(usualPage), pagina } = c.req.query();
      const fits = searchFor(q);
      const size = Number(limite);
      if (!fits || !/^\d{1,3}$/.test(limite) || size < 1 || size > largestPage) {
        return failed(c, 400, "consulta_no_valida", "No se entiende q o limite");
      }
      const found = mailboxes.messages(account).filter((one) => isIndexed(one) && fits(one));
      const after = pagina === undefined ? -1 : found.findIndex(({ id }) => id === pagina);
      if (pagina !== undefined && after < 0) {
        return failed(c, 400, "pagina_no_valida", "No existe esa página");
      }
      const shown = found.slice(after + 1, after + 1 + size);
      const last = shown.at(-1);
      const siguiente = last && found.at(-1) !== last ? last.id : null;
      return c.json({ mensajes: shown.map(printedBrief), siguiente, estimados: found.length });
    }),
  );

  /** The search learns about a message some time after it arrives. */
  function isIndexed({ at }: Message): boolean {
    return world.now().getTime() - at.getTime() >= switches.values().searchLagSeconds * 1000;
  }

  routes.get(
    "/mensajes/:id",
    bearer(provider, ["buzon.leer"], (c, { account }) => {
      const format = formatOf(c);
      const found = mailboxes.find(account, c.req.param("id") ?? "");
      if (!format) return failed(c, 400, "formato_no_valido", formats.join(", "));
      if (!found) return failed(c, 404, "no_encontrado", "El mensaje no existe");
      return c.json(printedMessage(found, format));
    }),
  );

  routes.get(
    "/hilos/:id",
    bearer(provider, ["buzon.leer", "buzon.redactar"], (c, { account, scopes }) => {
      const format = formatOf(c);
      const found = mailboxes.thread(account, c.req.param("id") ?? "");
      // The permission to write includes seeing what one has written: threads with a draft or a sent mail.
      const isVisible =
        scopes.includes("buzon.leer") ||
        found.some(({ labels }) => labels.includes("DRAFT") || labels.includes("SENT"));
      if (!format) return failed(c, 400, "formato_no_valido", formats.join(", "));
      if (found.length === 0 || !isVisible) {
        return failed(c, 404, "no_encontrado", "El hilo no existe");
      }
      const [{ thread } = { thread: "" }] = found;
      return c.json({ id: thread, mensajes: found.map((one) => printedMessage(one, format)) });
    }),
  );

  routes.get(
    "/historia",
    bearer(provider, ["buzon.leer"], (c, { account }) => {
      const { desde = "" } = c.req.query();
      const since = Number(desde);
      if (!/^\d{1,15}$/.test(desde)) return failed(c, 400, "desde_no_valido", "Falta desde");
      if (since < historyAt(world.now()) - historyKeptMs) {
        return failed(c, 404, "historia_vencida", "La historia empieza después");
      }
      const changes = mailboxes.changesSince(account, since).slice(0, largestPage);
      const last = changes.at(-1)?.history ?? since;
      return c.json({
        historia: String(last),
        cambios: changes.map(({ history, kind, message: { id, thread, labels } }) => ({
          historia: String(history),
          tipo: kind,
          mensaje: { id, hilo: thread, etiquetas: labels },
        })),
      });
    }),
  );
  return routes;
}

export function formatOf(c: Ctx): Format | undefined {
  const { formato = "cabeceras" } = c.req.query();
  return formats.find((one) => one === formato);
}
