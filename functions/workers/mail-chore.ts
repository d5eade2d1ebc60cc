import { sendDueMails, type MailSender } from "#lib/notices/index.ts";
import type { MailPort } from "#lib/platform/mail.ts";
import type { Clock } from "#lib/kernel/clock.ts";
import { createSmtpMail } from "#lib/platform/smtp-mail.ts";
import type { Chore } from "./create-housekeeping.ts";

/** Mails that were not sent right after their commit, or need another try. */
export function mailChore(ctx: MailSender): Chore {
  return { name: "mails", run: () => sendDueMails(ctx) };
}

interface MailSettings {
  SMTP_URL?: string | undefined;
  MAIL_FROM?: string | undefined;
}

/** Without a mail server nothing is sent, and the log says so for each mail. */
export function mailOf({ SMTP_URL: url, MAIL_FROM: from }: MailSettings, clock: Clock): MailPort {
  if (url !== undefined && from !== undefined) return createSmtpMail({ url, from }, clock);
  return { send: () => Promise.reject(new Error("SMTP_URL and MAIL_FROM are not set")) };
}
