export { mailAct } from "./mail-act.ts";
export { readMail, searchMail } from "./read-mail.ts";
export { requireAccount } from "./account.ts";
export { sendMail } from "./send-mail.ts";
