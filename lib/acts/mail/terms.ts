import { isOlder, type OperationRow, type SynchronousTerms } from "#lib/ledger/index.ts";

export const mailNextSteps = [
  "ninguno",
  "reconciliar",
  "revisar_borrador",
  "revisar_enviados",
] as const;

interface MailSending {
  estado: "enviado" | "resultado_desconocido";
  mensajeId: string | null;
  hiloId: string | null;
  operacionId: string;
  puedeReintentar: false;
  siguientePaso: (typeof mailNextSteps)[number];
}

/** By then the provider has shown whatever it will: a person checks the sent mails. */
const soonSeconds = 30 * 60;

/** No refusal of a mail is certain: whatever the provider says, the thread shows the outcome. */
export const mailTerms: SynchronousTerms = {
  kinds: ["correo"],
  answers: "outcome",
  words: {
    done: "enviado",
    refusals: {},
    unknown: "upstream_error",
    overdue: "timeout",
    notFound: "tributario_emission_not_found",
    askCall: () => ({}),
  },
  unknown: (row, now) => ({ ...notKnown(row, now) }),
};

function notKnown({ id, barrierAt }: OperationRow, now: Date): MailSending {
  const isLate = barrierAt !== null && isOlder(barrierAt, soonSeconds, now);
  return {
    estado: "resultado_desconocido",
    mensajeId: null,
    hiloId: null,
    operacionId: id,
    puedeReintentar: false,
    siguientePaso: isLate ? "revisar_enviados" : "reconciliar",
  };
}
