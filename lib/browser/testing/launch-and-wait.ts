import { launchBrowser } from "../launch-browser.ts";

// A worker for tests to kill: it opens a browser, says which, and never ends by itself.
const { pid, folder } = await launchBrowser({ hosts: ["127.0.0.1"] });
process.stdout.write(`${JSON.stringify({ pid, folder })}\n`);
setInterval(() => undefined, 60_000);
