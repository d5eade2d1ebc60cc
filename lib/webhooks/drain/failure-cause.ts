import { spokenInSpanish } from "#lib/kernel/spoken.ts";
import { drainLimits } from "./policy.ts";

/** How long a receiver may take, for people. */
export const answeredWithin = spokenInSpanish(drainLimits.attemptMs);

/** Where to look when an attempt failed. `ours`: nothing that the receiver could change. */
const failureCauses = ["address", "tls", "timeout", "connection", "status", "ours"] as const;
export type FailureCause = (typeof failureCauses)[number];

const byReason: readonly [RegExp, FailureCause][] = [
  [/^answered \d{3}/, "status"],
  [/^timeout$/, "timeout"],
  [/^tls /, "tls"],
  [/^(connection |answer )/, "connection"],
  [/^(interrupted|internal|the signing secret)/, "ours"],
];

/** For the reasons that attempts are recorded with; any other concerns the endpoint's address. */
export function causeOf(reason: string): FailureCause {
  return byReason.find(([pattern]) => pattern.test(reason))?.[1] ?? "address";
}

/** Lost with its drain: it is not known whether it was sent. */
export function wasInterrupted(reason: string | null): boolean {
  return reason !== null && reason.startsWith("interrupted");
}

/** For people, as the end of a sentence: never a receiver's words. */
export function failureText(reason: string): string {
  const status = /^answered (\d{3})(:?)/.exec(reason);
  if (status !== null) {
    const redirect = status[2] === ":" ? ", y las redirecciones no se siguen" : "";
    return `el receptor respondió ${status[1]}${redirect}`;
  }
  switch (causeOf(reason)) {
    case "timeout":
      return `el receptor no respondió en ${answeredWithin}`;
    case "tls":
      return "el certificado del receptor no es válido o no se pudo cifrar la conexión";
    case "connection":
      return "la conexión con el receptor falló";
    case "ours":
      return "el intento se interrumpió de nuestro lado";
    case "address":
      return "su dirección no existe, no se alcanza o no es pública";
    case "status":
      return "el receptor lo rechazó";
  }
}
