export { connectionsForSupport } from "./connections-for-support.ts";
export { connectCompany } from "./connect-company.ts";
export { createConnection, insertConnection } from "./create-connection.ts";
export { changeConnection } from "./change-connection.ts";
export {
  type ConnectionDetail,
  type ConnectionUse,
  findConnectionDetail,
  findConnectionInUse,
} from "./find-detail.ts";
export { dropCredential } from "./drop-credential.ts";
export { endedAccess, isAccessEnded } from "./ended-access.ts";
export { type ConnectionLine, listConnections } from "./list-connections.ts";
export { lockConnections } from "./lock-connections.ts";
export {
  areErased,
  connectionIdsOf,
  connectionsToErase,
  markDeleted,
  noteConnectionErased,
} from "./mark-deleted.ts";
export { narrowConnection } from "./narrow-connection.ts";
export { ConnectionChange, updateConnection } from "./update-connection.ts";
export { noteCompany, setCapabilities } from "./note-company.ts";
export { noteNextSync, noteSchedule, noteSchedulesLost, noteSynced } from "./note-sync.ts";
export {
  type CredentialFields,
  type KnownLogin,
  knownLoginOf,
  loginOf,
  noteSecret,
  rehashCredentials,
  storeCredential,
  withCredential,
} from "./credentials.ts";
export { findConnection, noSuchConnection } from "./find-connection.ts";
export { refuseCredential } from "./refuse-credential.ts";
export { requireAccount, requireLiveCredential } from "./require-usable.ts";
export { giveUpRenewal, holdRenewal, keepRenewed, readRenewal, takeRenewal } from "./renewals.ts";
export { replaceCredential } from "./replace-credential.ts";
