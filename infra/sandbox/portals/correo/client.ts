/** The only program that this provider knows. */
export const client = {
  id: "connect-sandbox",
  secret: "secreto-de-connect-sandbox",
  name: "Connect (sandbox)",
} as const;

const callbackPath = "/connect/oauth/callback";
const loopback = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** The registered address: one path on this machine, at any port. */
export function isCallback(typed: string): boolean {
  const url = URL.parse(typed);
  return (
    url !== null &&
    url.protocol === "http:" &&
    loopback.has(url.hostname) &&
    url.pathname === callbackPath &&
    url.search === "" &&
    url.hash === "" &&
    url.username === ""
  );
}

/** In the form's fields or with HTTP Basic, but not both. */
export function isClient(form: URLSearchParams, authorization: string | undefined): boolean {
  const typed = { id: form.get("client_id"), secret: form.get("client_secret") };
  if (authorization === undefined) return typed.id === client.id && typed.secret === client.secret;
  const [, encoded = ""] = /^Basic ([\w+/=-]+)$/i.exec(authorization) ?? [];
  const [id = "", secret = ""] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  const isNamedAlike = typed.id === null || typed.id === client.id;
  return typed.secret === null && isNamedAlike && id === client.id && secret === client.secret;
}
