import type { FoundLink } from "#lib/links/index.ts";

type Verifying = Extract<FoundLink, { kind: "verifying" }>;

/** How far a try has come: the place in the list of steps, and a sentence for who only listens. */
interface Progress {
  current: number;
  message: string;
}

export function stepsOf({ system }: Verifying): string[] {
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
    "Comprobamos la empresa y cerramos la sesión",
  ];
}

const beforeLogin = ["opening", "entrando"];

export function progressOf({ progress, system }: Verifying): Progress {
  const waiting = { current: 1, message: "En espera de un turno." };
  if (progress === null) return waiting;
  switch (progress.status) {
    case "queued":
      return progress.claims === 0
        ? waiting
        : { current: 1, message: "Algo se interrumpió. Lo intentaremos otra vez enseguida." };
    case "running":
      return progress.step !== null && beforeLogin.includes(progress.step)
        ? { current: 2, message: `Entrando a ${system.name}.` }
        : { current: 3, message: "Comprobando la empresa y cerrando la sesión." };
    case "succeeded":
    case "failed":
    case "canceled":
      return { current: 3, message: "Terminando." };
  }
}
