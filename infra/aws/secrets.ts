/** Set once a stage with `npx sst secret set`; `docs/operations.md` says how each is made. */
export const databaseUrl = new sst.Secret("DatabaseUrl");
/** Housekeeping's, with a role of its own. */
export const keeperDatabaseUrl = new sst.Secret("KeeperDatabaseUrl");
export const serviceSecret = new sst.Secret("ServiceSecret");
/** One JSON object: which address each system's portal has. */
export const portalUrls = new sst.Secret("PortalUrls");
export const indicatorsBaseUrl = new sst.Secret("IndicatorsBaseUrl");
export const alarmEmail = new sst.Secret("AlarmEmail");
