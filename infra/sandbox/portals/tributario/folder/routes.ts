import { Hono } from "hono";
import { santiagoDay, santiagoTime } from "../../../generator/calendar.ts";
import type { SandboxEnv } from "../../../system/system.ts";
import { downloadOf } from "../download.ts";
import { createGate, layoutChanged, type Show } from "../gate.ts";
import { createLateList } from "../../../system/late-list.ts";
import { page } from "../page.ts";
import { sendNow } from "../sending.ts";
import type { Ctx, Tributario, TributarioVisit } from "../session.ts";
import { folderContents } from "./contents.ts";
import type { Folder } from "./folders.ts";
import { folderPage } from "./page.ts";
import { readFolderRequest } from "./request.ts";

/** The service's numeric answers. */
const results = {
  done: 0,
  noCompany: 40,
  wrongTicket: 41,
  wrongFields: 42,
  wrongKey: 43,
  notReady: 44,
  unknown: 45,
  over: 46,
  rejected: 50,
} as const;
const states = { received: 1, working: 2, ready: 3, unknown: 9 } as const;
const situations = { open: 1, revoked: 2, over: 3 } as const;
/** A real document of this kind is half a megabyte. */
const ballastBytes = 450_000;

type Shown = Response | Promise<Response>;

/** The tax folder: one page of the portal and, behind its ticket, a JSON service. */
export function folderRoutes(portal: Tributario): Hono<SandboxEnv> {
  const { world, folders } = portal;
  const { base } = world;
  const gate = createGate(portal);
  const lateList = createLateList(world);
  const routes = new Hono<SandboxEnv>();
  const answer = (c: Ctx, resultado: number, more: object = {}) =>
    c.json({ resultado, ...more }, 200, { "cache-control": "no-store" });

  /** A call of the service, for the company chosen in the portal. */
  function served(
    show: (c: Ctx, company: string, visit: TributarioVisit) => Shown,
  ): (c: Ctx) => Shown {
    const inside: Show = (c, visit) =>
      visit.company ? show(c, visit.company, visit) : answer(c, results.noCompany);
    return gate.step(inside);
  }

  /** A call that changes something: its multipart form has a page's ticket. */
  function ticketed(
    show: (c: Ctx, company: string, form: Record<string, string>) => Shown,
  ): (c: Ctx) => Shown {
    return served(async (c, company, visit) => {
      const isMultipart = c.req.header("content-type")?.startsWith("multipart/form-data") === true;
      const form = isMultipart ? await c.req.parseBody() : {};
      const typed = Object.fromEntries(
        Object.entries(form).filter(
          (field): field is [string, string] => typeof field[1] === "string",
        ),
      );
      if (!visit.folderTickets.spend(world, typed["boleto"])) {
        return answer(c, results.wrongTicket);
      }
      return show(c, company, typed);
    });
  }

  routes.get(
    "/",
    gate.step((c, visit) => {
      const { company } = visit;
      if (!company) return c.redirect(`${base}/empresas`, 303);
      const ticket = visit.folderTickets.issue(world);
      const shown = { company, ticket, changed: layoutChanged(portal) };
      return page(c, portal, "Carpeta Tributaria", folderPage(base, shown));
    }),
  );

  routes.post(
    "/servicio/generar",
    ticketed((c, company, form) => {
      const request = readFolderRequest(form);
      if (!request) return answer(c, results.wrongFields);
      return sendNow(c, portal, {
        refuse: () => answer(c, results.rejected),
        carryOut() {
          const { id, key } = folders.generate(company, request);
          return answer(c, results.done, { id, llave: key });
        },
      });
    }),
  );

  routes.get(
    "/servicio/estado",
    served((c, company) => {
      const folder = folders.find(company, c.req.query("id"));
      return c.json({ estado: folder ? stateOf(folder) : states.unknown });
    }),
  );

  function stateOf(folder: Folder): number {
    const progress = folders.progress(folder);
    if (progress < 0.3) return states.received;
    if (progress < 1 || world.faults.take("pdf_late")) return states.working;
    return states.ready;
  }

  routes.get(
    "/servicio/documento",
    served((c, company) => {
      const folder = folders.find(company, c.req.query("id"));
      if (!folder) return answer(c, results.unknown);
      if (folder.key === null || folder.key !== c.req.query("llave")) {
        return answer(c, results.wrongKey);
      }
      if (folders.progress(folder) < 1) return answer(c, results.notReady);
      folder.key = null;
      const { bytes } = downloadOf(world, company, {
        pagesOf: (rut) => folderContents(portal, rut, folder),
        ballastBytes,
      });
      return answer(c, results.done, {
        nombre: `carpeta_${folder.code}.pdf`,
        contenido: Buffer.from(bytes).toString("base64"),
      });
    }),
  );

  routes.get(
    "/servicio/generadas",
    served((c, company) => {
      const all = folders.all(company);
      const names = all.flatMap((one) => [one.code, ...(one.revoked ? [revokedName(one)] : [])]);
      const back = lateList.keptBack(company, true, names);
      const carpetas = all
        .filter(({ code }) => !back.has(code))
        .map((one) => ({
          codigo: one.code,
          tipo: one.request.kind.code,
          destinatario: one.request.recipient,
          correo: one.request.mail,
          fecha: `${santiagoDay(one.at).replaceAll("-", "")} ${santiagoTime(one.at)}`,
          hasta: one.until.replaceAll("-", ""),
          situacion: situationOf(one, back),
        }));
      return answer(c, results.done, { cantidad: carpetas.length, carpetas });
    }),
  );

  const revokedName = ({ code }: Folder) => `${code}|revoked`;

  function situationOf(folder: Folder, back: ReadonlySet<string>): number {
    if (folder.revoked && !back.has(revokedName(folder))) return situations.revoked;
    return folders.isOver(folder) ? situations.over : situations.open;
  }

  routes.post(
    "/servicio/revocar",
    ticketed((c, company, form) => {
      const folder = folders.byCode(company, form["codigo"]);
      if (!folder) return answer(c, results.unknown);
      if (folder.revoked) return answer(c, results.done);
      if (folders.isOver(folder)) return answer(c, results.over);
      // The answer says yes, but the folder does not change.
      if (world.faults.take("revoke_unconfirmed")) return answer(c, results.done);
      folder.revoked = true;
      world.counters.add("folders_revoked");
      return answer(c, results.done);
    }),
  );
  return routes;
}
