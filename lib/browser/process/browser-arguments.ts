/** Defaults of the package that weaken a page with a bank's session. */
const unwanted = [
  "--disable-web-security",
  "--allow-running-insecure-content",
  "--disable-site-isolation-trials",
  // Playwright sets these two itself; the package's values would switch site isolation off.
  "--disable-features",
  "--enable-features",
  "--headless",
  // Playwright adds it itself where there is no sandbox.
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
  /**
   * Hosts, with a port or for any port, that the network stack can reach; it resolves no others.
   */
  hosts: readonly string[];
  /** Run everything in one process, as the packaged binary needs inside Lambda. */
  singleProcess: boolean;
  /** Whether pages run in Chromium's sandbox, which needs its zygote. */
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

/** Without the package's emulated graphics card, drawing a page costs half as much. */
export async function packagedArguments(): Promise<string[]> {
  const { default: packaged } = await import("@sparticuz/chromium");
  packaged.setGraphicsMode = false;
  return packaged.args;
}

/**
 * Also stops what request interception does not see: redirects, workers, prefetches. The first
 * matching rule applies; an exclusion cannot name ports.
 */
function resolverRules(hosts: readonly string[]): string {
  return [...hosts.map((host) => `MAP ${host} ${host}`), "MAP * ~NOTFOUND"].join(" , ");
}

function nameOf(argument: string): string {
  return argument.split("=", 1)[0] ?? argument;
}
