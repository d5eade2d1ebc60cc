import { sendDueMails } from "#lib/notices/index.ts";
import type { Mail } from "#lib/platform/mail.ts";
import type { TestApi } from "./api.ts";
import type { TestDashboard } from "./dashboard.ts";

export interface Page {
  status: number;
  headers: Headers;
  text: string;
  /** Where it redirects to. */
  location: string | null;
}

/** A browser without scripts: keeps cookies, and submits forms as pages have them. */
export interface Visitor {
  cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<Page>;
  /** Submits the page's form for `action`, with these fields typed in. */
  submit(page: string, action: string, fields?: Fields): Promise<Page>;
  /** Submits a form without checking the page. */
  post(path: string, fields: Fields, headers?: Record<string, string>): Promise<Page>;
}

type Fields = Record<string, string | readonly string[]>;

const ownHeaders = { "sec-fetch-site": "same-origin" };

/** What serves the pages: the dashboard in this process, or a server. */
interface Serves {
  request(path: string, init: RequestInit): Response | Promise<Response>;
}

export function visitor(app: Serves): Visitor {
  const cookies = new Map<string, string>();

  async function ask(path: string, init: RequestInit = {}): Promise<Page> {
    const headers = new Headers(init.headers);
    headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await app.request(path, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      const name = pair.slice(0, pair.indexOf("="));
      const value = pair.slice(name.length + 1);
      if (value === "" || /max-age=0(;|$)/i.test(cookie)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const { status, headers: answered } = response;
    const location = answered.get("location");
    return { status, headers: answered, text: await response.text(), location };
  }

  const post: Visitor["post"] = (path, fields, headers = ownHeaders) => {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) {
      for (const one of [value].flat()) body.append(name, one);
    }
    return ask(path, { method: "POST", body, headers });
  };

  return {
    cookies,
    get: (path, headers = {}) => ask(path, { headers }),
    post,
    submit: async (page, action, fields = {}) => {
      const { text } = await ask(page);
      return post(action, { ...hiddenOf(text, action), ...fields });
    },
  };
}

/** The form's hidden fields. */
export function hiddenOf(html: string, action: string): Record<string, string> {
  const form = formOf(html, action);
  const inputs = form.matchAll(/<input type="hidden" name="([^"]+)"[^>]*? value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name = "", value = ""]) => [name, plain(value)]));
}

/** All that the form submits as shown: typed, ticked and chosen. */
export function filledOf(html: string, action: string): Record<string, string[]> {
  const form = formOf(html, action);
  const inputs = [...form.matchAll(/<input [^>]*>/g)]
    .filter(([tag]) => !/type="(checkbox|radio)"/.test(tag) || / checked(=|>|\/)/.test(tag))
    .map(([tag]): [string, string] => [valueIn(tag, "name"), valueIn(tag, "value")]);
  const choices = [...form.matchAll(/<select [^>]*name="([^"]+)".*?<\/select>/gs)].map(
    ([select, name = ""]): [string, string] => {
      const chosen = /<option [^>]*selected[^>]*>/.exec(select) ?? /<option [^>]*>/.exec(select);
      return [name, valueIn(chosen?.[0] ?? "", "value")];
    },
  );
  const fields: Record<string, string[]> = {};
  for (const [name, value] of [...inputs, ...choices]) (fields[name] ??= []).push(value);
  return fields;
}

function formOf(html: string, action: string): string {
  const start = html.indexOf(`action="${action}"`);
  if (start === -1) throw new Error(`no form of the page is sent to ${action}`);
  return html.slice(start, html.indexOf("</form>", start));
}

function valueIn(tag: string, attribute: string): string {
  return plain(new RegExp(` ${attribute}="([^"]*)"`).exec(tag)?.[1] ?? "");
}

function plain(value: string): string {
  return value.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

/** Sends what is waiting, and returns the address's mails, newest last. */
export async function mailsOf(
  { database }: TestApi,
  { deps }: TestDashboard,
  to: string,
): Promise<Mail[]> {
  const sent: Mail[] = [];
  const send = async (mail: Mail): Promise<void> => void sent.push(mail);
  await sendDueMails({ ...deps, db: database.keeper, mail: { send } });
  return sent.filter((mail) => mail.to === to);
}

export function codeIn(mail: Mail | undefined): string {
  return /^\d{8}$/m.exec(mail?.text ?? "")?.[0] ?? "";
}
