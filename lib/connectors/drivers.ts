import {
  captureEvidence,
  openSession,
  type BrowserChoice,
  type BrowserSession,
  type PortalNeeds,
} from "#lib/browser/index.ts";
import type {
  DriverOptions,
  LoginOutcome,
  OpenedPortal,
  PortalDriver,
} from "#lib/contract/index.ts";

/** A driver for a portal that needs a browser. */
interface BrowserDriverModule {
  needs: "browser";
  /** What the portal needs beyond its own host. */
  portalNeeds?: PortalNeeds;
  open(session: BrowserSession, options: DriverOptions): PortalDriver;
}

/** A driver that uses HTTP directly. */
interface HttpDriverModule {
  needs: "http";
  open(options: DriverOptions & { signal: AbortSignal }): PortalDriver;
}

type DriverModule = BrowserDriverModule | HttpDriverModule;

const loaders: Readonly<Record<string, () => Promise<DriverModule>>> = {
  tributario: () => import("./tributario/driver/index.ts"),
  facturacion: () => import("./facturacion/driver/index.ts"),
  previsional: () => import("./previsional/driver/index.ts"),
  banco_a: () => import("./banco_a/driver/index.ts"),
  banco_b: () => import("./banco_b/driver/index.ts"),
  banco_d: () => import("./banco_d/driver/index.ts"),
  banco_c: () => import("./banco_c/driver/index.ts"),
  banco_e: () => import("./banco_e/driver/index.ts"),
  banco_f: () => import("./banco_f/driver/index.ts"),
  correo: () => import("./correo/driver/index.ts"),
};

/** The connectors that a worker can visit. */
export const driverIds: readonly string[] = Object.keys(loaders);

/** Each driver is loaded for its first job. */
async function loadDriver(connector: string): Promise<DriverModule> {
  const load = Object.hasOwn(loaders, connector) ? loaders[connector] : undefined;
  if (load === undefined) throw new TypeError(`no driver for ${connector}`);
  return load();
}

export interface OpenOptions extends DriverOptions {
  signal: AbortSignal;
  chromiumPath?: string | undefined;
  /** This system's own browser, used instead of any other. */
  browser?: BrowserChoice | undefined;
  /** Whether a browser may start that the machine cannot confine; by default it may. */
  confinement?: "required" | "preferred" | undefined;
  /** The longest wait for one page of the portal. */
  navigationLimitMs?: number;
}

/** A portal ready for its login, whether by browser or by HTTP. */
export async function openPortal(connector: string, options: OpenOptions): Promise<OpenedPortal> {
  const found = await loadDriver(connector);
  switch (found.needs) {
    case "browser": {
      const session = await openSession({ ...found.portalNeeds, ...options });
      return watched(session, found.open(session, options));
    }
    case "http":
      return { driver: found.open(options), evidence: async () => null, close: async () => {} };
  }
}

/** Remembers what evidence needs to know: the step, and the typed texts to leave out. */
function watched(session: BrowserSession, driver: PortalDriver): OpenedPortal {
  let during: "login" | "reading" = "login";
  const typed = new Set<string>();
  const login: PortalDriver["login"] = async (
    credential,
    companyRut,
    hooks,
  ): Promise<LoginOutcome> => {
    during = "login";
    for (const text of Object.values(credential)) typed.add(text);
    const outcome = await driver.login(credential, companyRut, hooks);
    if (outcome.kind === "ok") during = "reading";
    return outcome;
  };
  return {
    driver: {
      login,
      read: (alcance, periodo) => driver.read(alcance, periodo),
      logout: () => driver.logout(),
      ...(driver.emitter !== undefined && { emitter: driver.emitter }),
      ...(driver.feeReceipts !== undefined && { feeReceipts: driver.feeReceipts }),
      ...(driver.folders !== undefined && { folders: driver.folders }),
      ...(driver.issuableTypes !== undefined && { issuableTypes: driver.issuableTypes }),
    },
    evidence: () => captureEvidence(session, { during, conceal: [...typed] }),
    close: () => session.close(),
  };
}
