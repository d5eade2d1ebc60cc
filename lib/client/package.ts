import type { ConnectOptions } from "./options.ts";

/** The package as published: the build writes its package.json from this. */
export const packageName = "connect-client";
export const packageVersion = "0.2.0";

/** Served by the service itself: nobody else can publish a package in its place. */
export const packageFile = `${packageName}-${packageVersion}.tgz`;
export const packagePath = `/client/${packageFile}`;

/** How a request names the library, and the program that uses it. */
export function clientLabel(app: ConnectOptions["app"]): string {
  const own = `${packageName}/${packageVersion}`;
  if (app === undefined) return own;
  const label = `${app.name}/${app.version}`;
  if (!/^[\w.@-]{1,60}\/[\w.+-]{1,30}$/.test(label)) {
    throw new TypeError("app takes a name and a version of letters, digits, dots and dashes");
  }
  return `${label} ${own}`;
}
