export { askInPage, type InPageRequest } from "./ask-in-page.ts";
export { requestOnce } from "./request-once.ts";
export { parseBrowsers, type BrowserChoice } from "./browser-choice.ts";
export { captureEvidence } from "./capture-evidence.ts";
export { checkBrowser } from "./check-browser.ts";
export type { Chromium } from "./process/chromium.ts";
export { startFailureReason } from "./failures.ts";
export { findChromium } from "./process/find-chromium.ts";
export { inPage } from "./in-page.ts";
export { launchBrowser } from "./process/launch-browser.ts";
export { leaveBy } from "./leave-by.ts";
export { leavePortal } from "./leave-portal.ts";
export { loginForm, type PortalSite } from "./login-form.ts";
export { navigate, openAddress } from "./navigate.ts";
export { openSession, type BrowserSession, type PortalNeeds } from "./open-session.ts";
export {
  readPrinted,
  type PageParts,
  type PrintedChoice,
  type PrintedPage,
} from "./printed-page.ts";
export { waitForOutcome, type Sign } from "./wait-for-outcome.ts";
export { step } from "./step.ts";
