import { randomBytes, timingSafeEqual } from "node:crypto";
import { hourMs } from "#lib/kernel/clock.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";

const shape = /^[\w-]{22}\.[\w-]{43}$/;

/** Whose form it is, and where it is sent. */
interface FormSubject {
  /** The session or, for signed-out people, the form's cookie. */
  binding: string;
  path: string;
}

interface Sealing {
  secret: ServiceSecret;
  now: Date;
}

/** A single-use number, with proof that it was made for this person, path and hour. */
export function sealForm({ secret, now }: Sealing, subject: FormSubject): string {
  const number = randomBytes(16).toString("base64url");
  const proof = secret.hash("form", textOf(subject, number, hourOf(now)));
  return `${number}.${proof.toString("base64url")}`;
}

/** The number of a form made in this hour or the one before (or within `hours`); otherwise null. */
export function openForm(
  { secret, now }: Sealing,
  subject: FormSubject,
  seal: string | null,
  hours = 2,
): string | null {
  if (seal === null || !shape.test(seal)) return null;
  const [number = "", proof = ""] = seal.split(".");
  const given = Buffer.from(proof, "base64url");
  const hour = hourOf(now);
  const possible = Array.from({ length: hours }, (_, ago) =>
    secret.hashes("form", textOf(subject, number, hour - ago)),
  ).flat();
  return possible.some((hash) => timingSafeEqual(hash, given)) ? number : null;
}

function hourOf(now: Date): number {
  return Math.floor(now.getTime() / hourMs);
}

function textOf({ binding, path }: FormSubject, number: string, hour: number): string {
  return JSON.stringify([binding, path, number, hour]);
}
