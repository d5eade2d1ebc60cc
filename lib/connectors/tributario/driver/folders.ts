import { setTimeout as pause } from "node:timers/promises";
import { askInPage, requestOnce, step } from "#lib/browser/index.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";
import {
  maxFolderBytes,
  SessionEnded,
  type FolderOrder,
  type FolderAnswer,
  type FolderKey,
  type TaxFolders,
} from "#lib/contract/index.ts";
import { startTimer, minuteMs } from "#lib/kernel/clock.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import {
  documentIn,
  folderCodes,
  foldersIn,
  generatedOf,
  isMade,
  keyQuery,
  requireRevoked,
} from "../parse/folder-service.ts";
import { assignedIn } from "../parse/page-script.ts";
import { pdfPages } from "./pdf-text.ts";
import { asksToLogIn, inSession, type PortalPages } from "./portal-pages.ts";

const sendLimitMs = 30_000;
const madeLimitMs = minuteMs;
const betweenReadsMs = 1_000;
const documentLimitMs = 45_000;
/** The document in base64, plus the rest of the answer. */
const answerBytes = Math.ceil(maxFolderBytes / 3) * 4 + 1_024;

/** The tax folder: one page that issues tickets, and a service behind it that has no pages. */
export function taxFolders(pages: PortalPages): TaxFolders {
  let prepared: Record<string, string> | null = null;

  /** The service's answer to a request that changes nothing. */
  async function ask(path: string): Promise<string> {
    const url = `${pages.baseUrl}/carpeta/servicio/${path}`;
    const { status, text } = await askInPage(pages.session, { url });
    if (asksToLogIn(text)) throw new AppError("connection_busy", { cause: new SessionEnded() });
    if (status !== 200) throw unknownShape("an answer with another status");
    return text;
  }

  /** Loads the page again: its ticket works once, for half a minute. */
  async function openPage(): Promise<{ html: string; boleto: string }> {
    const html = await inSession(async () => pages.inside(await pages.get("/carpeta")));
    const boleto = assignedIn(html, "carpeta").get("boleto");
    if (boleto === undefined) throw unknownShape("a folder page without its ticket");
    return { html, boleto };
  }

  async function post(path: string, parts: Record<string, string>): Promise<string> {
    const { status, bytes } = await requestOnce(pages.session, {
      url: `${pages.baseUrl}/carpeta/servicio/${path}`,
      parts,
      limitMs: sendLimitMs,
    });
    const text = bytes.toString("utf8");
    if (status !== 200 || asksToLogIn(text)) throw unknownShape("an answer that tells nothing");
    return text;
  }

  return {
    list: async () => foldersIn(await ask("generadas")),

    async ready(order) {
      const { html, boleto } = await openPage();
      prepared = { ...fieldsOf(html, order), boleto };
    },

    async generate(): Promise<FolderAnswer> {
      const parts = prepared;
      // Whatever happens now, what was prepared is never sent again.
      prepared = null;
      if (parts === null) throw new TypeError("generated before it was ready");
      return generatedOf(await post("generar", parts));
    },

    async document(key: FolderKey) {
      await untilMade(key);
      const { status, bytes } = await requestOnce(pages.session, {
        url: `${pages.baseUrl}/carpeta/servicio/documento?${keyQuery(key)}`,
        limitMs: documentLimitMs,
        maxBytes: answerBytes,
        tooLong: largeDocument(),
      });
      if (status !== 200) throw unknownShape("no document");
      const document = documentIn(bytes.toString("utf8"));
      if (document.length > maxFolderBytes) throw largeDocument();
      return { bytes: document, pages: await pdfPages(pages.session, document) };
    },

    async revoke(codigo) {
      const { boleto } = await openPage();
      requireRevoked(await post("revocar", { boleto, codigo }));
    },
  };

  async function untilMade({ id }: FolderKey): Promise<void> {
    const { signal } = pages.session;
    const elapsedMs = startTimer();
    while (!isMade(await ask(`estado?id=${encodeURIComponent(id)}`))) {
      if (elapsedMs() > madeLimitMs) throw new AppError("timeout");
      await step(pages.session, "wait for the folder", () =>
        pause(betweenReadsMs, undefined, { signal }),
      );
    }
  }
}

/** The form's fields, each with a value that the page offers. */
function fieldsOf(html: string, order: FolderOrder): Record<string, string> {
  const { tipo, partes, destinatario } = order;
  const { institucion, nombre, correo } = destinatario;
  const code = folderCodes[tipo];
  if (!assignedIn(html, "tipo").has(code)) throw unknownShape("a kind that is not offered");
  if (institucion !== null && assignedIn(html, "institucion").get(institucion) !== nombre) {
    throw unknownShape("an institution that is not offered");
  }
  return {
    tipo: code,
    institucion: institucion ?? "",
    otro_destinatario: institucion === null ? nombre : "",
    correo,
    ...(partes !== null && {
      propiedades: partes.conPropiedades ? "S" : "N",
      honorarios: partes.conHonorarios ? "S" : "N",
      periodos: String(partes.periodosIva),
      anios: String(partes.aniosRenta),
    }),
  };
}

function largeDocument(): AppError {
  return new AppError("collection_document_too_large", { details: { limitBytes: maxFolderBytes } });
}
