export { dropEndedMails } from "./drop-ended-mails.ts";
export { codeLifeMs } from "./mail.ts";
export type { MailContent } from "./mail-text.ts";
export { type MailTx, queueMail } from "./queue-mail.ts";
export { type MailSender, sendDueMails, sendMail } from "./send-mails.ts";
