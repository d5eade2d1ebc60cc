import { exposure } from "../process/confine.ts";
import { launchBrowser } from "../process/launch-browser.ts";

// A worker for tests to kill: it opens a browser, prints which, and never ends by itself.
const [chromiumPath] = process.argv.slice(2);
const { browser, ...running } = await launchBrowser({ hosts: ["127.0.0.1"], chromiumPath });
const { pid, folder, confinement } = running;
await (await browser.newContext()).newPage();
const exposed = confinement && exposure(confinement);
process.stdout.write(`${JSON.stringify({ pid, folder, exposed })}\n`);
setInterval(() => undefined, 60_000);
