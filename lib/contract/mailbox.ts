/** A mail as its caller wrote it, its addresses in ASCII. */
export interface OutgoingMail {
  para: readonly string[];
  cc: readonly string[];
  cco: readonly string[];
  asunto: string;
  cuerpo: string;
  formato: "texto" | "html";
  /** The message that it answers: it goes into its thread. */
  enRespuestaA: string | null;
}

/** A draft, and the thread that a mail stays in when its draft is sent. */
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

/** A mail of a thread that went out, to be held against what was to be sent. */
export interface SentMail {
  id: string;
  para: string[];
  cc: string[];
  /** Null where the provider's copy does not name them. */
  cco: string[] | null;
  asunto: string;
  cuerpo: string;
  /** The operation that its header names; null where no such header is left. */
  operacion: string | null;
}

export interface MailSearch {
  consulta: string;
  limit: number;
  /** Where the provider's page before ended. */
  after: string | null;
}

/** One that carries the mark of an operation. */
export interface MarkedMail {
  id: string;
  operacion: string;
  at: string;
}

/**
 * A mailbox of a provider that knows drafts. Sending a draft takes it away and puts another message
 * into its thread: of two that send one, or one that sends and one that deletes it, one is refused.
 */
export interface Mailbox {
  search(asked: MailSearch): Promise<{ correos: MailLine[]; after: string | null }>;
  /** Null when there is none of that id. */
  read(id: string): Promise<MailMessage | null>;
  createDraft(mail: OutgoingMail, operacion: string): Promise<MailDraft>;
  /** By the operation that its header names, and not by a search, which is late. */
  findDraft(operacion: string): Promise<MailDraft | null>;
  /** Whether it is still a draft, and its header names that operation. */
  isDraftOf(id: string, operacion: string): Promise<boolean>;
  hasDraft(id: string): Promise<boolean>;
  /** One request. Null where it was taken and nothing was named; throws on every other answer, and on none. */
  sendDraft(id: string): Promise<{ id: string | null }>;
  /** Whether this very call deleted it. */
  deleteDraft(id: string): Promise<boolean>;
  sentIn(hiloId: string): Promise<SentMail[]>;
  /**
   * The thread of a mail that went out since with this operation in its header, wherever it is. A search
   * finds it, which is late, and only where the account may be read: null proves nothing.
   */
  findSent(operacion: string, since: Date): Promise<string | null>;
  /** All that went out since with an operation in its header, newest first. By a search too. */
  sentSince(since: Date): Promise<MarkedMail[]>;
}
