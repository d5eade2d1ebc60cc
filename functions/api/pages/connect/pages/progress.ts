import { approvalStep } from "#lib/jobs/index.ts";
import type { FoundLink } from "#lib/links/index.ts";

type Verifying = Extract<FoundLink, { kind: "verifying" }>;

/** The progress of a try: its place in the list of steps, and a sentence for screen readers. */
interface Progress {
  current: number;
  message: string;
}

export function stepsOf({ system }: Pick<Verifying, "system">): string[] {
  if (system.autorizacion !== undefined) {
    return [
      "Recibimos el permiso de tu proveedor",
      "Esperamos el turno para usarlo",
      "Lo cambiamos por el acceso a la cuenta",
      "Comprobamos la cuenta y lo que permitiste",
    ];
  }
  return [
    "Recibimos y ciframos tus datos",
    "Esperamos el turno para entrar",
    `Entramos a ${system.name} con tus datos`,
    ...(system.approval === true
      ? [`Apruebas el ingreso en tu dispositivo, si ${system.name} lo pide`]
      : []),
    "Comprobamos la empresa y cerramos la sesión",
  ];
}

const beforeLogin = ["opening", "entrando"];

export function progressOf({ progress, system }: Verifying): Progress {
  const waiting = { current: 1, message: "En espera de un turno." };
  if (progress === null) return waiting;
  const last = stepsOf({ system }).length - 1;
  switch (progress.status) {
    case "queued":
      return progress.claims === 0
        ? waiting
        : { current: 1, message: "Algo se interrumpió. Lo intentaremos otra vez enseguida." };
    case "running":
      if (progress.step === approvalStep) {
        const message = `${system.name} espera que apruebes el ingreso en tu dispositivo. Apruébalo ahora.`;
        return { current: 3, message };
      }
      return progress.step !== null && beforeLogin.includes(progress.step)
        ? { current: 2, message: `Entrando a ${system.name}.` }
        : { current: last, message: "Comprobando la empresa y cerrando la sesión." };
    case "succeeded":
    case "failed":
    case "canceled":
      return { current: last, message: "Terminando." };
  }
}
