/** Set once per stage with `npx sst secret set`; `docs/operations.md` says how to make each one. */
export const databaseUrl = new sst.Secret("DatabaseUrl");
/** For the workers and the drain, which have their own role; and for housekeeping. */
export const workerDatabaseUrl = new sst.Secret("WorkerDatabaseUrl");
export const keeperDatabaseUrl = new sst.Secret("KeeperDatabaseUrl");
/** For the dashboard: people and their tokens. */
export const authDatabaseUrl = new sst.Secret("AuthDatabaseUrl");
/** Sign sessions and seal signing keys, newest first; not derived from any other secret. */
export const authSecrets = new sst.Secret("AuthSecrets");
/** One secret per purpose, with commas between several; an empty list means the service secret. */
export const apiKeySecrets = new sst.Secret("ApiKeySecrets", "");
export const formSecrets = new sst.Secret("FormSecrets", "");
export const linkSecrets = new sst.Secret("LinkSecrets", "");
export const cursorSecrets = new sst.Secret("CursorSecrets", "");
export const loginSecrets = new sst.Secret("LoginSecrets", "");
export const receiptKeys = new sst.Secret("ReceiptKeys", "");
/** The API does not hold their private halves. */
export const receiptPublicKeys = new sst.Secret("ReceiptPublicKeys", "");
export const serviceSecret = new sst.Secret("ServiceSecret");
/** The edge proves itself with the first one; during a rotation two are accepted. */
export const edgeSecrets = new sst.Secret("EdgeSecrets");
/** One JSON object: the address of each system's portal. */
export const portalUrls = new sst.Secret("PortalUrls");
/** The same for the service's OAuth clients, where accounts are connected without a password. */
export const oauthClients = new sst.Secret("OauthClients", "{}");
export const indicatorsBaseUrl = new sst.Secret("IndicatorsBaseUrl");
/** Who runs the service, and where they publish their terms: the link page shows this. */
export const legalName = new sst.Secret("LegalName");
export const contact = new sst.Secret("Contact");
export const privacyUrl = new sst.Secret("PrivacyUrl");
export const termsUrl = new sst.Secret("TermsUrl");
/** The mail server with its password, and the sender; without them no mail is sent. */
export const smtpUrl = new sst.Secret("SmtpUrl", "");
export const mailFrom = new sst.Secret("MailFrom", "");
/** Where owners change the plan and pay; without it they are told to write. */
export const billingUrl = new sst.Secret("BillingUrl", "");
/** The headers that the collector of traces requires, if the stage's file names one. */
export const otlpHeaders = new sst.Secret("OtlpHeaders", "");
export const alarmEmail = new sst.Secret("AlarmEmail");
