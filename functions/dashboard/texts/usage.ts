import type { Usage } from "#lib/limits/index.ts";

export function planText(plan: Usage["plan"]): string {
  switch (plan) {
    case "free":
      return "Gratis, sin webhooks";
    case "pro":
      return "Pro";
    case "business":
      return "Business";
  }
}

/** The state of payments, and what it blocks. */
export function billingText(billing: Usage["billing"]): { text: string; paused: string | null } {
  const paused =
    "Están en pausa las sincronizaciones, las emisiones y las conexiones nuevas. Lo ya leído se puede consultar.";
  switch (billing) {
    case "active":
      return { text: "Al día", paused: null };
    case "past_due":
      return { text: "Hay un pago pendiente", paused };
    case "none":
      return { text: "Sin plan activo", paused };
  }
}
