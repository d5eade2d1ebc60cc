import { createHash, createHmac } from "node:crypto";

/** A request as it came over the wire. */
export interface WireRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: string;
}

export interface Signer {
  accessKeyId: string;
  secretAccessKey: string;
  service: string;
  region: string;
}

const shape =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;

/** What is wrong with a request's signature (version 4); null if it is valid. */
export function signatureFault(request: WireRequest, signer: Signer): string | null {
  const [, keyId, day, region, service, signed = "", signature] =
    shape.exec(request.headers["authorization"] ?? "") ?? [];
  if (signature === undefined || day === undefined) return "no signature of version 4";
  if (keyId !== signer.accessKeyId) return "another access key";
  if (region !== signer.region || service !== signer.service) return "signed for another place";
  const at = request.headers["x-amz-date"] ?? "";
  if (!at.startsWith(day)) return "the day is not the date's";
  const names = signed.split(";");
  const bare = ["host", "x-amz-date"].find((name) => !names.includes(name));
  if (bare !== undefined) return `${bare} is not signed`;
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", at, scope, sha256(canonicalRequest(request, names))].join("\n");
  const key = [day, region, service, "aws4_request"].reduce<Buffer>(
    (from, part) => hmac(from, part ?? ""),
    Buffer.from(`AWS4${signer.secretAccessKey}`),
  );
  return hmac(key, text).toString("hex") === signature ? null : "the signature does not match";
}

function canonicalRequest(request: WireRequest, names: readonly string[]): string {
  const query = [...request.query]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join("&");
  return [
    request.method,
    request.path.split("/").map(encoded).join("/"),
    query,
    ...names.map((name) => `${name}:${(request.headers[name] ?? "").trim()}`),
    "",
    names.join(";"),
    sha256(request.body),
  ].join("\n");
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
