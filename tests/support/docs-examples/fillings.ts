type Json = Record<string, unknown>;

/** Replaces placeholders, mostly with values from the latest answer of their kind. */
export function createFillings(bankConnection: string, now: Date) {
  const last: Record<string, unknown> = {};
  const family = (toolId: string): string => toolId.slice(0, toolId.lastIndexOf("."));
  const [connectorOf, dayOf] = [(toolId: string) => toolId.split(".")[0] ?? "", santiagoDay(now)];

  /** The field's value, from earlier answers, the clock and the connections; undefined: unchanged. */
  function filled(toolId: string, field: string, value: unknown): unknown {
    const connector = connectorOf(toolId);
    switch (field) {
      case "periodo":
        return typeof value === "string" ? dayOf(value).slice(0, 7) : undefined;
      case "fecha":
      case "desde":
      case "hasta":
        return typeof value === "string" ? dayOf(value) : undefined;
      case "previewRef":
        return last[`${family(toolId)} previewRef`];
      case "operacionId":
        return last[`${connector} operacionId`];
      case "folio":
        return last[`${connector} folio`];
      case "solicitudId":
        return last[String(value).startsWith("carp_") ? "folder" : "fee receipt"];
      case "mensajeId":
        return last["message"];
      case "enlaceId":
        return last["link"];
      case "conexiones":
        return [bankConnection];
      case "conexionId":
        return bankConnection;
      case "url":
        return "https://hooks.sandbox.test/in/mine";
      default:
        return undefined;
    }
  }

  function filledAll(toolId: string, given: Json): Json {
    const entries = Object.entries(given).map(([field, value]) => {
      const own = filled(toolId, field, value) ?? value;
      return [field, isJson(own) ? filledAll(toolId, own) : own];
    });
    return Object.fromEntries(entries) as Json;
  }

  return {
    feeReceipt: (): unknown => last["fee receipt"],

    body: (toolId: string | null, text: string): string =>
      text === "" ? text : JSON.stringify(filledAll(toolId ?? "", JSON.parse(text) as Json)),

    path: (path: string): string =>
      path
        .replace(/^\/v1\/syncs\/[^/]+$/, `/v1/syncs/${String(last["job"])}`)
        .replace(/^\/v1\/operations\/[^/]+$/, `/v1/operations/${String(last["key"])}`)
        .replace(/^(\/v1\/webhooks\/)[^/]+/, `$1${String(last["webhook"])}`),

    keepWebhook: ({ data }: Json): void => {
      if (isJson(data)) last["webhook"] = data["id"];
    },

    /** What a later example continues with. */
    keep: (toolId: string, { data }: Json, key: string): void => {
      if (!isJson(data)) return;
      const { previewRef, operacionId, folio, solicitudId, mensajeId, enlaceId, jobId } = data;
      if (previewRef !== undefined) last[`${family(toolId)} previewRef`] = previewRef;
      if (toolId.endsWith("dte.emitir") || toolId.endsWith("documento.emitir")) {
        last[`${connectorOf(toolId)} operacionId`] = operacionId;
        last[`${connectorOf(toolId)} folio`] = folio;
        last["key"] = key;
      }
      if (solicitudId !== undefined && toolId.endsWith(".solicitar")) {
        last[toolId.includes("carpeta") ? "folder" : "fee receipt"] ??= solicitudId;
      }
      if (typeof mensajeId === "string") last["message"] = mensajeId;
      if (enlaceId !== undefined && toolId.endsWith(".crear")) last["link"] = enlaceId;
      if (jobId !== undefined) last["job"] = jobId;
      const { correos } = data;
      const [found] = Array.isArray(correos) ? (correos as Json[]) : [];
      if (found !== undefined) last["message"] = found["id"];
    },
  };
}

/** The texts are of August 2026: shifts their months and days so that they are equally long ago. */
function santiagoDay(now: Date): (text: string) => string {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Santiago" });
  const today = format.format(now);
  const [year = 0, month = 0] = today.split("-").map(Number);
  return (text) => {
    const [ofYear = 0, ofMonth = 0, day] = text.split("-").map(Number);
    const back = (2026 - ofYear) * 12 + 8 - ofMonth;
    const first = new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 8);
    if (back === 0 && day !== undefined) return today;
    return `${first}${String(day ?? 1).padStart(2, "0")}`;
  };
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
