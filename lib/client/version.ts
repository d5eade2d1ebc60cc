/** The package as it is published; the build writes its package.json from here. */
export const packageName = "connect-client";
export const packageVersion = "0.2.0";
