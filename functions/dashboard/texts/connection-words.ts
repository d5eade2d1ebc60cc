import type { CredentialState, JobStatus, JobTrigger, Manifest } from "#lib/contract/index.ts";

export function credentialText(state: CredentialState): string {
  switch (state) {
    case "viva":
      return "Conectada";
    case "rechazada":
      return "El portal rechazó la clave";
    case "expirada":
      return "El acceso terminó";
    case "revocada":
      return "La clave se olvidó";
    case "ausente":
      return "Falta la clave";
  }
}

/** What to do about it, for somebody who is called at night. */
export function credentialAdvice(state: CredentialState): string | null {
  switch (state) {
    case "viva":
      return null;
    case "rechazada":
      return "No la probamos de nuevo: otro intento podría bloquear la cuenta. Quien tenga la clave la entrega con un enlace de reconexión.";
    case "expirada":
      return "Quien la conectó dio acceso hasta ese día, y lo que entregó se borró. Para seguir, crea un enlace de reconexión y mándaselo.";
    case "revocada":
    case "ausente":
      return "Quien tenga la clave la entrega con un enlace de reconexión.";
  }
}

export function jobText(status: JobStatus): string {
  switch (status) {
    case "queued":
      return "En cola";
    case "running":
      return "Leyendo";
    case "succeeded":
      return "Terminada";
    case "failed":
      return "Fallida";
    case "canceled":
      return "Cancelada";
  }
}

export function triggerText(trigger: JobTrigger): string {
  switch (trigger) {
    case "manual":
      return "pedida";
    case "scheduled":
      return "programada";
    case "link":
      return "al conectar";
  }
}

type Module = Manifest["alcances"][number];

/** When a module is read, and for which months. */
export function moduleHint({ currentPeriodOnly, syncable }: Module): string {
  if (syncable === false) return "Solo cuando alguien lo pide";
  return currentPeriodOnly ? "Solo del mes en curso" : "Del mes en curso y los 24 anteriores";
}

const fields: Readonly<Record<string, string>> = {
  saldoContable: "Saldo contable",
  saldoDisponible: "Saldo disponible",
};

/** `saldoContable` in words; fields that only one bank has keep their names. */
export function balanceText(field: string): string {
  return fields[field] ?? field;
}

const month = new Intl.DateTimeFormat("es-CL", {
  timeZone: "UTC",
  month: "short",
  year: "numeric",
});

/** `2026-08` as `ago 2026`: `nov 24` would be read as a day. */
export function monthText(periodo: string): string {
  return month.format(new Date(`${periodo}-15T12:00:00Z`)).replaceAll(".", "");
}
