import { bounds } from "#lib/identity/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";

const texts: Readonly<Record<string, string>> = {
  already_member: "Quien tiene ese correo ya participa en la organización.",
  open_invitations: `Hay ${bounds.openInvitations} invitaciones abiertas, y más no caben: retira una primero.`,
  invitations_per_day: `Su organización ya mandó ${bounds.invitationsPerDay} invitaciones hoy, y más no caben: prueba otra vez mañana.`,
  invitations_to_one: `A ese correo ya le llegaron ${bounds.invitationsToOne} invitaciones en esta hora: prueba otra vez en la próxima.`,
  last_owner:
    "Es su único dueño, y una organización tiene siempre uno: haz dueño a otra persona primero.",
  live_keys: `Hay ${bounds.liveApiKeys} claves vigentes, y más no caben: revoca una primero.`,
};

/** The form's message if a limit was reached; every other failure is rethrown. */
export function boundOrThrow(error: unknown): string {
  const bound = error instanceof AppError ? error.details?.["bound"] : undefined;
  const text = typeof bound === "string" ? texts[bound] : undefined;
  if (text === undefined) throw error;
  return text;
}
