/** Of the package's defaults: what weakens a page that holds a bank's session. */
const unwanted = [
  "--disable-web-security",
  "--allow-running-insecure-content",
  "--disable-site-isolation-trials",
  // Playwright sets these two itself; the package's would switch site isolation off.
  "--disable-features",
  "--enable-features",
  "--headless",
  // Said by Playwright, where there is no sandbox.
  "--no-sandbox",
];

const hardened = [
  "--disable-breakpad",
  "--disable-crash-reporter",
  "--noerrdialogs",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--no-pings",
  "--disk-cache-size=1",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
];

interface ArgumentOptions {
  /** The packaged browser's own defaults; none for an installed browser. */
  packaged: readonly string[];
  /** Hosts, with a port or for any port, that the network stack can reach; it knows no other. */
  hosts: readonly string[];
  /** Everything in one process, as the packaged binary needs it inside Lambda. */
  singleProcess: boolean;
  /** Whether pages are shown in Chromium's sandbox, which needs its zygote. */
  sandbox: boolean;
}

export function browserArguments(options: ArgumentOptions): string[] {
  const dropped = [...unwanted, "--single-process", ...(options.sandbox ? ["--no-zygote"] : [])];
  const kept = options.packaged.filter((argument) => !dropped.includes(nameOf(argument)));
  return [
    ...kept,
    ...hardened,
    ...(options.singleProcess ? ["--single-process"] : []),
    `--host-resolver-rules=${resolverRules(options.hosts)}`,
  ];
}

/** Drawn without the package's emulated graphics card, a page costs half as much. */
export async function packagedArguments(): Promise<string[]> {
  const { default: packaged } = await import("@sparticuz/chromium");
  packaged.setGraphicsMode = false;
  return packaged.args;
}

/**
 * Also stops what request interception does not see: redirects, workers, prefetches. The first rule
 * that fits counts; an exclusion would know no ports.
 */
function resolverRules(hosts: readonly string[]): string {
  return [...hosts.map((host) => `MAP ${host} ${host}`), "MAP * ~NOTFOUND"].join(" , ");
}

function nameOf(argument: string): string {
  return argument.split("=", 1)[0] ?? argument;
}
