/** Set once a stage with `npx sst secret set`; `docs/operations.md` says how each is made. */
export const databaseUrl = new sst.Secret("DatabaseUrl");
/** The workers' and the drain's, with a role of their own; and housekeeping's. */
export const workerDatabaseUrl = new sst.Secret("WorkerDatabaseUrl");
export const keeperDatabaseUrl = new sst.Secret("KeeperDatabaseUrl");
/** The dashboard's, for people and their tokens. */
export const authDatabaseUrl = new sst.Secret("AuthDatabaseUrl");
/** Sign sessions and seal signing keys, newest first; they follow from no other secret. */
export const authSecrets = new sst.Secret("AuthSecrets");
/** One secret a purpose, with commas between several; a list that is empty is the service secret. */
export const apiKeySecrets = new sst.Secret("ApiKeySecrets", "");
export const formSecrets = new sst.Secret("FormSecrets", "");
export const linkSecrets = new sst.Secret("LinkSecrets", "");
export const cursorSecrets = new sst.Secret("CursorSecrets", "");
export const loginSecrets = new sst.Secret("LoginSecrets", "");
export const receiptKeys = new sst.Secret("ReceiptKeys", "");
/** Whose private halves the API does not hold. */
export const receiptPublicKeys = new sst.Secret("ReceiptPublicKeys", "");
export const serviceSecret = new sst.Secret("ServiceSecret");
/** What the edge says to be believed: the first is said, two hold while one takes over. */
export const edgeSecrets = new sst.Secret("EdgeSecrets");
/** One JSON object: which address each system's portal has. */
export const portalUrls = new sst.Secret("PortalUrls");
/** The same of who the service is where accounts are connected without a password. */
export const oauthClients = new sst.Secret("OauthClients", "{}");
export const indicatorsBaseUrl = new sst.Secret("IndicatorsBaseUrl");
/** Who answers for the service, and where it says how: the link page names them. */
export const legalName = new sst.Secret("LegalName");
export const contact = new sst.Secret("Contact");
export const privacyUrl = new sst.Secret("PrivacyUrl");
export const termsUrl = new sst.Secret("TermsUrl");
/** The mail server, with its password, and the sender; without them no mail leaves. */
export const smtpUrl = new sst.Secret("SmtpUrl", "");
export const mailFrom = new sst.Secret("MailFrom", "");
/** Where owners change the plan and pay; without it they are told to write. */
export const billingUrl = new sst.Secret("BillingUrl", "");
/** What the collector of traces asks for, where the stage's file names one. */
export const otlpHeaders = new sst.Secret("OtlpHeaders", "");
export const alarmEmail = new sst.Secret("AlarmEmail");
