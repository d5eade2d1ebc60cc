/** A browser's program, and what it is started with. */
export interface Chromium {
  path: string;
  /** The one of the package, which has arguments of its own. */
  packaged: boolean;
  /** Where the packaged one finds its fonts and libraries. */
  environment: Readonly<Record<string, string>>;
}
