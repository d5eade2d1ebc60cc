import type { TestSandbox } from "./sandbox.ts";

export interface ListedLogin {
  rut: string;
  clave: string;
  leadsTo: string;
  empresas: string[];
}

/** What `GET /control/portals` lists for one system. */
export async function listedLogins(sandbox: TestSandbox, system: string): Promise<ListedLogin[]> {
  type Listed = { system: string; logins: ListedLogin[] };
  const { body } = await sandbox.control<Listed[]>("GET", "/portals");
  return body.find((one) => one.system === system)?.logins ?? [];
}

export async function listedLogin(
  sandbox: TestSandbox,
  system: string,
  fits: (login: ListedLogin) => boolean,
): Promise<ListedLogin> {
  const found = (await listedLogins(sandbox, system)).find(fits);
  if (!found) throw new Error(`no such login of ${system}`);
  return found;
}
