/** A mail as its caller wrote it, with addresses in ASCII. */
export interface OutgoingMail {
  para: readonly string[];
  cc: readonly string[];
  cco: readonly string[];
  asunto: string;
  cuerpo: string;
  formato: "texto" | "html";
  /** The message being replied to: the mail goes into its thread. */
  enRespuestaA: string | null;
}

/** A draft, and the thread that its mail stays in after sending. */
export interface MailDraft {
  id: string;
  hiloId: string;
}

/** What a list shows of a message. */
export interface MailLine {
  id: string;
  hiloId: string;
  de: string;
  para: string[];
  asunto: string;
  fecha: string;
  fragmento: string;
  tieneAdjuntos: boolean;
}

export interface MailMessage extends MailLine {
  cc: string[];
  texto: string;
  textoCortado: boolean;
  adjuntos: { nombre: string; tipo: string; tamanoBytes: number }[];
}

/** A sent mail of a thread, to compare with what was to be sent. */
export interface SentMail {
  id: string;
  para: string[];
  cc: string[];
  /** Null where the provider's copy does not name them. */
  cco: string[] | null;
  asunto: string;
  cuerpo: string;
  /** The operation that its header names; null if it has no such header any more. */
  operacion: string | null;
}

export interface MailSearch {
  consulta: string;
  limit: number;
  /** Where the provider's previous page ended. */
  after: string | null;
}

/** A mail marked by an operation's header. */
export interface MarkedMail {
  id: string;
  operacion: string;
  at: string;
}

/**
 * A mailbox of a provider that has drafts. Sending a draft removes it and puts another message into
 * its thread: of two callers that send it, or one that sends and one that deletes it, one is
 * refused.
 */
export interface Mailbox {
  search(asked: MailSearch): Promise<{ correos: MailLine[]; after: string | null }>;
  /** Null when no message has that id. */
  read(id: string): Promise<MailMessage | null>;
  createDraft(mail: OutgoingMail, operacion: string): Promise<MailDraft>;
  /** By the operation that its header names, without a search, which lags behind. */
  findDraft(operacion: string): Promise<MailDraft | null>;
  /** Whether it is still a draft, and its header names that operation. */
  isDraftOf(id: string, operacion: string): Promise<boolean>;
  hasDraft(id: string): Promise<boolean>;
  /**
   * One request. Null if it was accepted without naming a message; throws on any other answer, and
   * on none.
   */
  sendDraft(id: string): Promise<{ id: string | null }>;
  /** Whether this very call deleted it. */
  deleteDraft(id: string): Promise<boolean>;
  sentIn(hiloId: string): Promise<SentMail[]>;
  /**
   * The thread of a mail sent since then with this operation in its header, wherever it is. Found
   * by a search, which lags behind and only covers what may be read: null proves nothing.
   */
  findSent(operacion: string, since: Date): Promise<string | null>;
  /** Everything sent since then with an operation in its header, newest first. Also by a search. */
  sentSince(since: Date): Promise<MarkedMail[]>;
}
