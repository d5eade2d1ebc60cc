export { mailAct } from "./mail-act.ts";
export { readMail, searchMail } from "./read-mail.ts";
export { sendMail } from "./send-mail.ts";
