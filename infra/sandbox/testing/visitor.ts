/** A headless browser: follows redirects one by one and keeps the cookies of one portal. */
export interface Visitor {
  get(path: string): Promise<Shown>;
  /** In UTF-8 unless the page was in Latin-1. */
  post(path: string, form: Record<string, string>, charset?: "latin1"): Promise<Shown>;
  /** As `multipart/form-data`. */
  postParts(path: string, form: Record<string, string>): Promise<Shown>;
}

export interface Shown {
  status: number;
  contentType: string;
  bytes: Buffer;
  /** Decoded with the charset in the answer. */
  text: string;
}

export function visitorOf(portalUrl: string): Visitor {
  const cookies = new Map<string, string>();

  async function ask(url: string, init: RequestInit): Promise<Shown> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...(init.headers as Record<string, string>), cookie };
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = line.split(";")[0]?.split("=") ?? [];
      cookies.set(name, value);
    }
    const target = response.headers.get("location");
    if (target) return ask(new URL(target, url).href, {});
    const bytes = Buffer.from(await response.arrayBuffer());
    const contentType = response.headers.get("content-type") ?? "";
    const encoding = contentType.includes("ISO-8859-1") ? "latin1" : "utf8";
    return { status: response.status, contentType, bytes, text: bytes.toString(encoding) };
  }

  return {
    get: (path) => ask(`${portalUrl}${path}`, {}),
    post: (path, form, charset) =>
      ask(`${portalUrl}${path}`, {
        method: "POST",
        body: charset ? latin1Body(form) : new URLSearchParams(form).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      }),
    postParts(path, form) {
      const body = new FormData();
      for (const [name, value] of Object.entries(form)) body.append(name, value);
      return ask(`${portalUrl}${path}`, { method: "POST", body });
    },
  };
}

function latin1Body(form: Record<string, string>): string {
  const escaped = (text: string) =>
    [...Buffer.from(text, "latin1")]
      .map((byte) => `%${byte.toString(16).padStart(2, "0")}`)
      .join("");
  return Object.entries(form)
    .map(([name, value]) => `${name}=${escaped(value)}`)
    .join("&");
}
