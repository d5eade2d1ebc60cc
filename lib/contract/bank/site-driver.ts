import type {
  AlcanceReading,
  DriverOptions,
  LoginOutcome,
  PortalDriver,
} from "../driver/driver.ts";
import { bankDriver, type Asked, type Entry } from "./bank-driver.ts";

/** A portal and the session that visits it; its address has no trailing slash. */
export interface Site<Session> extends DriverOptions {
  session: Session;
}

/** What the reader of one module is given. */
export type SiteAsked<Session> = Site<Session> & Asked;

interface SiteWays<Session> {
  logIn(login: Site<Session> & Entry): Promise<LoginOutcome>;
  readers: Readonly<Record<string, (asked: SiteAsked<Session>) => Promise<AlcanceReading>>>;
  logOut(site: Site<Session>): Promise<void>;
}

/** The driver of a portal whose pages depend on nothing but the session. */
export function siteDriver<Session>({ logIn, readers, logOut }: SiteWays<Session>) {
  return (session: Session, options: DriverOptions): PortalDriver => {
    const site = { ...options, session, baseUrl: options.baseUrl.replace(/\/$/, "") };
    const bound = Object.entries(readers).map(
      ([alcance, read]) => [alcance, (asked: Asked) => read({ ...site, ...asked })] as const,
    );
    return bankDriver({
      logIn: (entry) => logIn({ ...site, ...entry }),
      readers: Object.fromEntries(bound),
      logOut: () => logOut(site),
    });
  };
}
