/** A mail as it is sent. The text says everything that the markup says. */
export interface Mail {
  /** The same for every try, so that a mail system can recognise a repeated one. */
  id: string;
  to: string;
  kind: string;
  subject: string;
  text: string;
  html: string;
}

/** Resolves when the mail was accepted; rejects when that is not certain. */
export interface MailPort {
  send(mail: Mail): Promise<void>;
}
