import { createHash } from "node:crypto";
import { Hono } from "hono";
import { moveDay } from "../../generator/calendar.ts";
import { silence } from "../../system/silence.ts";
import type { SandboxEnv } from "../../system/system.ts";
import { hindrance } from "./account.ts";
import type { Account } from "./accounts.ts";
import type { DocumentNow, Draft } from "./document.ts";
import { decimals, printedDraft, printedRow } from "./printed.ts";
import { problem } from "./problems.ts";
import { keyed, type Ctx, type Facturacion } from "./provider.ts";
import { readDocument } from "./read-document.ts";

const largestBytes = 64 * 1024;
/** How long an authorization of folios is accepted without an objection. */
const goodDays = 183;

/** The preview, and the one call that issues. */
export function sendingRoutes(provider: Facturacion): Hono<SandboxEnv> {
  const { world, documents, folios, switches } = provider;
  const routes = new Hono<SandboxEnv>();
  const known = new Map<string, { fingerprint: string; id: string }>();

  routes.post(
    "/vista-previa",
    keyed(provider, async (c) => {
      world.counters.add("previews");
      const read = await readBody(c);
      if (read instanceof Response) return read;
      if (world.faults.take("preview_alert")) {
        return invalid(c, [{ campo: "receptor", mensaje: "no está habilitado para recibir" }]);
      }
      const shown = world.faults.take("preview_changed") ? elsewhere(read.draft) : read.draft;
      return c.json(printedDraft(shown));
    }),
  );

  routes.post(
    "/",
    keyed(provider, async (c, account) => {
      world.counters.add("sends");
      const read = await readBody(c);
      if (read instanceof Response) return read;
      const key = keyOf(c, account);
      const earlier = known.get(key ?? "");
      if (earlier) return answerAgain(c, account, earlier, read.fingerprint);
      return send(c, account, { ...read, key });
    }),
  );

  interface Read {
    draft: Draft;
    fingerprint: string;
  }

  async function send(
    c: Ctx,
    account: Account,
    { draft, fingerprint, key }: Read & { key: string | undefined },
  ): Promise<Response> {
    const fault = world.faults.take(
      "send_rejected",
      "send_lost",
      "send_dropped",
      "duplicate_folio",
    );
    if (fault?.kind === "send_rejected") return problem(c, "documento-rechazado");
    if (fault?.kind === "send_dropped") return silence(c, world, fault.delayMs);
    const hindered = hindrance(provider, account, draft.docType);
    if (hindered) return problem(c, hindered.type, hindered.more);
    const document = issue(account.company, draft);
    if (key !== undefined) known.set(key, { fingerprint, id: document.id });
    if (fault?.kind === "send_lost") return silence(c, world, fault.delayMs);
    // The authority has seen this folio before: with this very document.
    if (fault) return problem(c, "folio-duplicado", { tipo: draft.docType });
    return issued(c, account.company, document);
  }

  function issue(company: string, draft: Draft): DocumentNow {
    const taken = folios.take(company, draft.docType);
    if (!taken) throw new Error("a document without a folio passed the account's check");
    const { idempotencia, documentosRestantes } = switches.values();
    switches.change({ documentosRestantes: documentosRestantes - 1 });
    world.counters.add("emitted");
    return documents.add(company, {
      ...draft,
      reference: idempotencia === "ninguna" ? null : draft.reference,
      side: "emitidos",
      folio: taken.folio,
      goodUntil: moveDay(taken.range.authorized, goodDays),
      isLive: true,
    });
  }

  /** A header that is ignored unless the account's provider keeps keys. */
  function keyOf(c: Ctx, { company }: Account): string | undefined {
    const header = c.req.header("idempotency-key");
    const isKept = switches.values().idempotencia === "clave" && header !== undefined;
    return isKept ? `${company}|${header}` : undefined;
  }

  function answerAgain(
    c: Ctx,
    { company }: Account,
    earlier: { fingerprint: string; id: string },
    fingerprint: string,
  ): Response {
    if (earlier.fingerprint !== fingerprint) return problem(c, "clave-reutilizada");
    const document = documents.find(company, earlier.id);
    if (!document) throw new Error("a document that a key names is not there");
    c.header("idempotency-replayed", "true");
    return issued(c, company, document);
  }

  async function readBody(c: Ctx): Promise<Response | Read> {
    const bytes = Buffer.from(await c.req.arrayBuffer());
    if (bytes.length > largestBytes) return problem(c, "cuerpo-demasiado-grande");
    let raw: unknown;
    try {
      raw = JSON.parse(bytes.toString("utf8"));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return problem(c, "cuerpo-no-valido");
    }
    const { draft, wrong } = readDocument(raw, world.today());
    if (!draft) return invalid(c, wrong);
    return { draft, fingerprint: createHash("sha256").update(bytes).digest("hex") };
  }

  function issued(c: Ctx, company: string, document: DocumentNow): Response {
    const { id, tipo, folio, estado, fecha_emision, track_id } = printedRow(company, document);
    c.header("location", `${world.url()}/v2/documentos/${id}`);
    const total = decimals(document.total);
    return c.json({ id, tipo, folio, estado, fecha_emision, total, track_id }, 202);
  }
  return routes;
}

function invalid(c: Ctx, errores: readonly { campo: string; mensaje: string }[]): Response {
  return problem(c, "documento-no-valido", { errores });
}

/** The provider knows the receiver at another address. */
function elsewhere(draft: Draft): Draft {
  return { ...draft, counterpart: { ...draft.counterpart, address: "Otra Dirección 1" } };
}
