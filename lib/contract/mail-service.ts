import type { ToolConnection } from "./tool/connection.ts";
import type { MailLine, MailMessage, OutgoingMail } from "./driver/mailbox.ts";

export const mailNextSteps = [
  "ninguno",
  "reconciliar",
  "revisar_borrador",
  "revisar_enviados",
] as const;

export interface MailSending {
  estado: "enviado" | "resultado_desconocido";
  mensajeId: string | null;
  hiloId: string | null;
  operacionId: string;
  puedeReintentar: false;
  siguientePaso: (typeof mailNextSteps)[number];
}

export interface MailService {
  send(
    connection: ToolConnection,
    asked: { input: unknown; mail: OutgoingMail },
  ): Promise<MailSending>;
  search(
    connection: ToolConnection,
    asked: { consulta: string; limit: number; cursor?: string | undefined },
  ): Promise<{ correos: MailLine[]; cursor: string | null }>;
  /** Throws `validation_error` for an id that names no message. */
  read(connection: ToolConnection, mensajeId: string): Promise<MailMessage>;
}
