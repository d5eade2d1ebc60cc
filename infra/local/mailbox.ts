import type { Clock } from "#lib/kernel/clock.ts";
import type { Mail, MailPort } from "#lib/platform/mail.ts";

interface KeptMail {
  id: string;
  to: string;
  kind: string;
  subject: string;
  text: string;
  /** The code to type, or the link to open. */
  code: string | null;
  url: string | null;
  at: string;
}

export interface Mailbox extends MailPort {
  /** Newest first. */
  list(which: { to?: string | undefined; kind?: string | undefined }): KeptMail[];
  clear(): void;
}

const mostKept = 1_000;

/** Local mode's mails end here: none leaves the machine. */
export function createMailbox(clock: Clock): Mailbox {
  const mails = new Map<string, KeptMail>();
  return {
    send: async (mail) => {
      const [oldest] = mails.keys();
      if (mails.size >= mostKept && oldest !== undefined) mails.delete(oldest);
      mails.set(mail.id, kept(mail, clock.now()));
    },
    list: ({ to, kind }) =>
      [...mails.values()]
        .filter((mail) => (to ?? mail.to) === mail.to && (kind ?? mail.kind) === mail.kind)
        .toReversed(),
    clear: () => mails.clear(),
  };
}

function kept({ id, to, kind, subject, text }: Mail, at: Date): KeptMail {
  const [code = null] = /^\d{8}$/m.exec(text) ?? [];
  const [url = null] = /^https?:\/\/\S+$/m.exec(text) ?? [];
  return { id, to, kind, subject, text, code, url, at: at.toISOString() };
}
