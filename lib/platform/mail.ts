/** A mail as it leaves. The text says all that the page of it says. */
export interface Mail {
  /** The same for every try, so that a mail system can tell a repeated one. */
  id: string;
  to: string;
  kind: string;
  subject: string;
  text: string;
  html: string;
}

/** Resolves when the mail was taken over; rejects when that is not sure. */
export interface MailPort {
  send(mail: Mail): Promise<void>;
}
