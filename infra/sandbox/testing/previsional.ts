export const okLogin = { rut: "12.345.678-5", clave: "clave-previsional" };
export const main = "76555835-2";

export interface Answered {
  status: number;
  xml: string;
  /** The number in `<codigo>`. */
  code: number;
  text(tag: string): string | undefined;
  /** Each element with this name, as its children's texts. */
  all(tag: string): Record<string, string>[];
}

/** A caller that sends envelopes, with the next number each time. */
export interface Caller {
  call(name: string, fields?: Record<string, string>, number?: number): Promise<Answered>;
  logIn(login?: { rut: string; clave: string }): Promise<Answered>;
  /** Logs in and chooses the main company. */
  enter(): Promise<Answered>;
}

export function callerOf(portalUrl: string): Caller {
  let number = 0;
  let mark = "";

  const caller: Caller = {
    async call(name, fields = {}, asked = number + 1) {
      number = asked;
      const body = Object.entries(fields)
        .map(([tag, text]) => `<${tag}>${text.replaceAll("&", "&amp;")}</${tag}>`)
        .join("");
      const sent = `<?xml version="1.0"?><sobre><cabecera><llamada>${number}</llamada><marca>${mark}</marca></cabecera><peticion nombre="${name}">${body}</peticion></sobre>`;
      const response = await fetch(`${portalUrl}/servicio`, { method: "POST", body: sent });
      return answerOf(response.status, await response.text());
    },
    async logIn(login = okLogin) {
      number = 0;
      mark = "";
      const answer = await caller.call("sesion.abrir", login);
      mark = answer.text("marca") ?? "";
      return answer;
    },
    async enter() {
      await caller.logIn();
      return caller.call("empresa.elegir", { rut: main });
    },
  };
  return caller;
}

function answerOf(status: number, xml: string): Answered {
  const text = (tag: string) => decoded(new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]);
  return {
    status,
    xml,
    code: Number(text("codigo") ?? Number.NaN),
    text,
    all: (tag) =>
      [...xml.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, "g"))].map(([, inner = ""]) =>
        Object.fromEntries(
          [...inner.matchAll(/<(\w+)(?:\/>|>([^<]*)<\/\1>)/g)].map(([, name = "", value]) => [
            name,
            decoded(value) ?? "",
          ]),
        ),
      ),
  };
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">" };

function decoded(text: string | undefined): string | undefined {
  return text?.replace(/&(amp|lt|gt);/g, (_, name: string) => entities[name] ?? "");
}

/** The lines of a file: 105 fields each, numbered from 1 as in its description. */
export function fileLines(base64: string): string[][] {
  const text = Buffer.from(base64, "base64").toString("latin1");
  return text
    .split("\r\n")
    .slice(0, -1)
    .map((line) => ["", ...line.split(";")]);
}
