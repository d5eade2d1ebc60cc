export { closeAgain, expireFolders } from "./closing.ts";
export { closeAsManager } from "./close-as-manager.ts";
export { closeFolder } from "./close-folder.ts";
export { findOpenClosing } from "./find-open-closing.ts";
export { folderAct } from "./folder-act.ts";
export { listOwn } from "./list-own.ts";
export {
  confirmRecipient,
  proposeRecipient,
  rejectRecipient,
  setRecipient,
  withdrawRecipient,
} from "./recipients.ts";
export { requestFolder } from "./request-folder.ts";
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
export { takeDocument } from "./take-document.ts";
