import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { createHash, randomBytes } from "node:crypto";

/** Binds the browser's forms while nobody is signed in. Ends at sign-in. */
const formCookie = "connect-form";
/** The mail address that a code was sent to, only to fill in a field. */
const mailCookie = "connect-mail";
/** Says that somebody signed in here, so their tries are not counted with strangers'. Outlives sign-out. */
const markCookie = "connect-known";
const markSeconds = 180 * 86_400;

/** The address that a form of ours has just led to, so its note can be trusted. */
const noteCookie = "connect-note";
const noteSeconds = 60;

export interface CookieJar {
  formOf(c: Context): string | null;
  newForm(): { value: string; cookie: string };
  endForm(): string;
  mailOf(c: Context): string | null;
  keepMail(mail: string): string;
  endMail(): string;
  markOf(c: Context): string | null;
  keepMark(mark: string): string;
  /** Whether a form of ours led this browser to the path. */
  ledTo(c: Context, path: string): boolean;
  keepNote(path: string): string;
}

/** Bound to the host where possible: `__Host-` requires TLS, which only this machine does without. */
export function cookieJar(baseUrl: string): CookieJar {
  const isSecure = new URL(baseUrl).protocol === "https:";
  const nameOf = (name: string): string => (isSecure ? `__Host-${name}` : name);
  const write = (name: string, value: string, seconds: number): string =>
    `${nameOf(name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  const read = (c: Context, name: string): string | null => getCookie(c, nameOf(name)) ?? null;
  return {
    formOf: (c) => {
      const value = read(c, formCookie);
      return value !== null && /^[\w-]{43}$/.test(value) ? value : null;
    },
    newForm: () => {
      const value = randomBytes(32).toString("base64url");
      return { value, cookie: write(formCookie, value, 86_400) };
    },
    endForm: () => write(formCookie, "", 0),
    mailOf: (c) => {
      const value = read(c, mailCookie);
      return value === null ? null : Buffer.from(value, "base64url").toString("utf8").slice(0, 254);
    },
    keepMail: (mail) => write(mailCookie, Buffer.from(mail).toString("base64url"), 3_600),
    endMail: () => write(mailCookie, "", 0),
    markOf: (c) => read(c, markCookie),
    keepMark: (mark) => write(markCookie, mark, markSeconds),
    ledTo: (c, path) => read(c, noteCookie) === shortOf(path),
    keepNote: (path) => write(noteCookie, shortOf(path), noteSeconds),
  };
}

/** An address may be too long for a cookie. */
function shortOf(path: string): string {
  return createHash("sha256").update(path).digest("base64url");
}
