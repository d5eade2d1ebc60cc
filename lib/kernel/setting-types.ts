import { isIP } from "node:net";
import * as z from "zod";

/** This very machine, as a url writes it: nothing sent there crosses a network. */
export function isLoopback(hostname: string): boolean {
  if (["localhost", "[::1]", "::1"].includes(hostname.toLowerCase())) return true;
  return isIP(hostname) === 4 && hostname.startsWith("127.");
}

/** Rows and passwords cross the network: a server that cannot prove its name gets neither. */
export function databaseUrl(user: string) {
  const address = `write postgres://${user}:PASSWORD@HOST/DATABASE`;
  return z
    .url({
      protocol: /^postgres(ql)?$/,
      error: ({ input }) => `${input === undefined ? "is not set" : "is no address"}: ${address}`,
    })
    .refine((text) => isProtected(URL.parse(text)), {
      error: "a database on another machine is reached by TLS alone: add ?sslmode=verify-full",
    });
}

function isProtected(url: URL | null): boolean {
  // Already reported by the previous check.
  if (url === null) return true;
  const { hostname, searchParams } = url;
  // The last one given counts, and a path names a socket of this machine.
  const host = searchParams.getAll("host").at(-1) ?? hostname;
  if (host === "" || host.startsWith("/") || isLoopback(host)) return true;
  // Its driver only uses WebSockets over TLS.
  if (host.endsWith(".neon.tech") && !searchParams.has("host")) return true;
  return searchParams.getAll("sslmode").at(-1) === "verify-full";
}

/**
 * People type passwords into the pages behind it, and agents send keys to it. Tokens are issued in
 * the name of its origin: some clients only look for the issuer there, and none finds it under a
 * path. Paths are appended to it, so it ends without a slash.
 */
export const BaseUrl = safeUrl("has to be https://…: http is for this machine alone")
  .refine((text) => (URL.parse(text)?.href ?? "") === `${URL.parse(text)?.origin ?? ""}/`, {
    error: "has to be an origin, https://host, without a path",
  })
  .transform((text) => new URL(text).origin);

/** Mails contain codes: `smtp` turns to TLS first, wherever it leaves this machine. */
export const MailUrl = z.url({ protocol: /^smtps?$/, error: "has to be smtps://… or smtp://…" });

/** A system's address: passwords are typed there. */
export const PortalUrl = safeUrl("has to be https://…: http is for this machine alone");

/** The service's OAuth client, where accounts are connected without a password. */
export const OAuthClient = z.strictObject({
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  authorizationUrl: safeUrl("has to be https://…: http is for this machine alone"),
  tokenUrl: safeUrl("has to be https://…: http is for this machine alone"),
  /** The issuer that the provider names in its answers (RFC 9207), if it does. */
  issuer: z.string().optional(),
});
export type OAuthClient = z.infer<typeof OAuthClient>;

function safeUrl(error: string) {
  return z.url({ protocol: /^https?$/ }).refine(
    (text) => {
      const { protocol = "", hostname = "" } = URL.parse(text) ?? {};
      return protocol === "https:" || isLoopback(hostname);
    },
    { error },
  );
}

/** Random bytes in base64, not a made-up text: other secrets are derived from them. */
export const DrawnSecret = z
  .base64()
  .min(44)
  .refine((text) => isDrawn(Buffer.from(text, "base64")), {
    error: "not drawn at random: make it with `openssl rand -base64 32`",
  });

/** Among 32 random bytes about 30 differ, and so do the steps between them. */
export function isDrawn(bytes: Buffer): boolean {
  const steps = [...bytes].map((byte, place) => (byte - (bytes[place - 1] ?? 0)) & 0xff);
  return new Set(bytes).size >= 16 && new Set(steps).size >= 12;
}
