export { askInPage, type PageAnswer, type PageRequest } from "./ask-in-page.ts";
export { askOnce, type OnceAnswer, type OnceRequest } from "./ask-once.ts";
export { parseBrowsers, type BrowserChoice } from "./browser-choice.ts";
export { captureEvidence, type Evidence, type EvidenceOptions } from "./capture-evidence.ts";
export { browserError, BrowserFailure } from "./failures.ts";
export { checkBrowser } from "./check-browser.ts";
export type { Chromium } from "./chromium.ts";
export { findChromium } from "./find-chromium.ts";
export type { ShownDialog } from "./guard-pages.ts";
export type { ResourceType } from "./guard-requests.ts";
export { inPage } from "./in-page.ts";
export { launchBrowser, type RunningBrowser } from "./launch-browser.ts";
export { leavePortal } from "./leave-portal.ts";
export { navigate, open } from "./navigate.ts";
export {
  openSession,
  type BrowserSession,
  type PortalNeeds,
  type SessionOptions,
} from "./open-session.ts";
export { portalHosts, type PortalHosts } from "./portal-hosts.ts";
export {
  readPrinted,
  type PageParts,
  type PrintedBox,
  type PrintedChoice,
  type PrintedPage,
  type PrintedTable,
} from "./printed-page.ts";
export { settle, type OutcomeTable, type SettleOptions, type Sign } from "./settle.ts";
export { step, type Bounded } from "./step.ts";
