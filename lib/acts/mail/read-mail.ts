import { requireAccount } from "#lib/connections/index.ts";
import type { MailLine, MailMessage, MailSearch } from "#lib/contract/index.ts";
import { validationError } from "#lib/kernel/errors/index.ts";
import { readLive, type ActingConnection, type LedgerContext } from "#lib/ledger/index.ts";
import { cleanLines, cleanText } from "#lib/kernel/clean-text.ts";

interface FoundMails {
  correos: MailLine[];
  after: string | null;
}

/** Asks the provider, and stores nothing of its answer. */
export async function searchMail(
  ctx: LedgerContext,
  connection: ActingConnection,
  search: MailSearch,
): Promise<FoundMails> {
  requireAccount(connection);
  const question = { kind: "correo", reading: "buscar", input: search } as const;
  const { correos, after } = (await readLive(ctx, connection, question)) as FoundMails;
  return { correos: correos.map(cleanLine), after };
}

export async function readMail(
  ctx: LedgerContext,
  connection: ActingConnection,
  mensajeId: string,
): Promise<MailMessage> {
  requireAccount(connection);
  const question = { kind: "correo", reading: "obtener", input: mensajeId } as const;
  const message = (await readLive(ctx, connection, question)) as MailMessage | null;
  if (message === null) throw unknownMessage();
  const { cc, texto, adjuntos } = message;
  return {
    ...message,
    ...cleanLine(message),
    cc: cc.map(cleanText),
    texto: cleanLines(texto),
    adjuntos: adjuntos.map(({ nombre, tipo, tamanoBytes }) => ({
      nombre: cleanText(nombre),
      tipo: cleanText(tipo),
      tamanoBytes,
    })),
  };
}

function cleanLine(line: MailLine): MailLine {
  const { id, hiloId, fecha, tieneAdjuntos } = line;
  return {
    id,
    hiloId,
    fecha,
    tieneAdjuntos,
    de: cleanText(line.de),
    para: line.para.map(cleanText),
    asunto: cleanText(line.asunto),
    fragmento: cleanText(line.fragmento),
  };
}

function unknownMessage() {
  const message = "No such message in this account: take the id from correo.correos.buscar";
  return validationError([{ path: ["mensajeId"], code: "unknown_message", message }]);
}
