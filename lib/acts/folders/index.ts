export { closeAgain, expireFolders } from "./closing.ts";
export { closeAsManager } from "./close-as-manager.ts";
export { findOpenClosing } from "./find-open-closing.ts";
export { folderAct } from "./act.ts";
export {
  confirmRecipient,
  proposeRecipient,
  rejectRecipient,
  setRecipient,
  withdrawRecipient,
} from "./recipients.ts";
export { setFolderAside } from "./set-folder-aside.ts";
export { turnFolders } from "./settings.ts";
export {
  type FolderSettings,
  folderSettings,
  listFolders,
  type ShownFolder,
  showFolder,
  takeAsManager,
} from "./show-folders.ts";
export { Destinatario, recipientOf } from "./folder-recipient.ts";
export { type FolderDelivery, type FolderState, folderStates } from "./folder-request.ts";
