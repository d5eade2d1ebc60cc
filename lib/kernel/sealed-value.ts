import { timingSafeEqual } from "node:crypto";
import type { SecretPurpose, ServiceSecret } from "./secrets.ts";

/** A value that travels through a page: anybody can read it there, and nobody can change it. */
export function sealValue(secret: ServiceSecret, purpose: SecretPurpose, value: unknown): string {
  const payload = Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${payload}.${secret.hash(purpose, payload).toString("base64url")}`;
}

/** Undefined if it was not sealed by us for this purpose. */
export function openValue(secret: ServiceSecret, purpose: SecretPurpose, seal: string): unknown {
  const [payload = "", proof = "", ...rest] = seal.split(".");
  const given = Buffer.from(proof, "base64url");
  const isOurs = secret
    .hashes(purpose, payload)
    .some((hash) => hash.length === given.length && timingSafeEqual(hash, given));
  if (!isOurs || rest.length > 0) return undefined;
  return JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
}
