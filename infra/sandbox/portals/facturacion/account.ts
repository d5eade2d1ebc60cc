import { endOfDay } from "./printed.ts";
import type { Account, SetUpStep } from "./accounts.ts";
import type { ProblemType } from "./problems.ts";
import type { Facturacion } from "./provider.ts";

const types = [33, 34, 39, 41, 56, 61] as const;
const lapsedDay = "2020-12-31";

/** The parts of an account that decide whether it can issue, at the moment. */
interface Readiness {
  certificate: { isReady: boolean; lastDay: string };
  /** Types with a folio left. */
  types: readonly number[];
  documentsLeft: number;
  missing: SetUpStep | null;
}

/** The faults `no_folios`, `plan_exhausted` and `certificate_expired` each apply to one reading. */
function readinessOf(
  { world, folios, switches }: Facturacion,
  { company, missing }: Account,
): Readiness {
  const { certificadoVence, documentosRestantes } = switches.values();
  const expired = world.faults.take("certificate_expired") !== undefined;
  const lastDay = expired ? lapsedDay : certificadoVence;
  const withoutFolios = world.faults.take("no_folios") !== undefined;
  return {
    certificate: { isReady: missing !== "certificado" && lastDay >= world.today(), lastDay },
    types: withoutFolios ? [] : types.filter((type) => folios.left(company, type) > 0),
    documentsLeft: world.faults.take("plan_exhausted") ? 0 : documentosRestantes,
    missing,
  };
}

/** Why a document of this type cannot be issued now, if so. */
export function hindrance(
  provider: Facturacion,
  account: Account,
  docType: number,
): { type: ProblemType; more?: Record<string, unknown> } | undefined {
  const { certificate, types: ready, documentsLeft, missing } = readinessOf(provider, account);
  if (missing !== null && missing !== "folios") {
    return { type: "puesta-en-marcha", more: { faltan: [missing] } };
  }
  if (!certificate.isReady) {
    return { type: "certificado-vencido", more: { vencio_en: endOfDay(certificate.lastDay) } };
  }
  if (documentsLeft < 1) return { type: "plan-agotado" };
  return ready.includes(docType) ? undefined : { type: "folios-agotados", more: { tipo: docType } };
}

/** The account as its owner reads it. */
export function printedAccount(provider: Facturacion, account: Account) {
  const { certificate, types: ready, documentsLeft, missing } = readinessOf(provider, account);
  const steps = [
    {
      paso: "certificado",
      listo: certificate.isReady,
      vence_en: missing === "certificado" ? null : endOfDay(certificate.lastDay),
    },
    { paso: "folios", listo: ready.length > 0, tipos: ready },
    missing === "resolucion"
      ? { paso: "resolucion", listo: false, numero: null, fecha: null }
      : { paso: "resolucion", listo: true, numero: 80, fecha: "2014-08-22" },
    missing === "actividad"
      ? { paso: "actividad", listo: false, codigo: null, glosa: null }
      : { paso: "actividad", listo: true, codigo: "466300", glosa: "Venta al por mayor" },
  ];
  return {
    empresa: { rut: account.company, razon_social: account.name },
    puesta_en_marcha: { completa: steps.every(({ listo }) => listo), pasos: steps },
    plan: { nombre: "Prepago", documentos_restantes: documentsLeft },
    idempotencia: provider.switches.values().idempotencia,
  };
}
