/** Set once per stage with `npx sst secret set`; `docs/operations.md` says how to make each one. */
export const databaseUrl = secretOf("DatabaseUrl");
/** For the workers and the drain, which have their own role; and for housekeeping. */
export const workerDatabaseUrl = secretOf("WorkerDatabaseUrl");
export const keeperDatabaseUrl = secretOf("KeeperDatabaseUrl");
/** For the dashboard: people and their tokens. */
export const authDatabaseUrl = secretOf("AuthDatabaseUrl");
/** Sign sessions and seal signing keys, newest first; not derived from any other secret. */
export const authSecrets = secretOf("AuthSecrets");
/** One secret per purpose, with commas between several; an empty list means the service secret. */
export const apiKeySecrets = secretOf("ApiKeySecrets", "");
export const formSecrets = secretOf("FormSecrets", "");
export const linkSecrets = secretOf("LinkSecrets", "");
export const cursorSecrets = secretOf("CursorSecrets", "");
export const loginSecrets = secretOf("LoginSecrets", "");
export const receiptKeys = secretOf("ReceiptKeys", "");
/** The API does not hold their private halves. */
export const receiptPublicKeys = secretOf("ReceiptPublicKeys", "");
export const serviceSecret = secretOf("ServiceSecret");
/** The edge proves itself with the first one; during a rotation two are accepted. */
export const edgeSecrets = secretOf("EdgeSecrets");
/** One JSON object: the address of each system's portal. */
export const portalUrls = secretOf("PortalUrls");
/** The same for the service's OAuth clients, where accounts are connected without a password. */
export const oauthClients = secretOf("OauthClients", "{}");
export const indicatorsBaseUrl = secretOf("IndicatorsBaseUrl");
/** Who runs the service, and where they publish their terms: the link page shows this. */
export const legalName = secretOf("LegalName");
export const contact = secretOf("Contact");
export const privacyUrl = secretOf("PrivacyUrl");
export const termsUrl = secretOf("TermsUrl");
/** The mail server with its password, and the sender; without them no mail is sent. */
export const smtpUrl = secretOf("SmtpUrl", "");
export const mailFrom = secretOf("MailFrom", "");
/** Where owners change the plan and pay; without it they are told to write. */
export const billingUrl = secretOf("BillingUrl", "");
/** The headers that the collector of traces requires, if the stage's file names one. */
export const otlpHeaders = secretOf("OtlpHeaders", "");
export const alarmEmail = secretOf("AlarmEmail");

/** Without the end of its line, which the command line keeps of what it reads from its standard input. */
function secretOf(name: string, byDefault?: string) {
  return { value: new sst.Secret(name, byDefault).value.apply((text) => text.trim()) };
}
