const mebibyte = 1_048_576;

/** How much of the machine a portal may use. Beyond that, the visit ends. */
export const jobLimits = {
  /** Open at one time; further ones are closed. */
  windows: 5,
  /** Closed because there were too many. */
  refusedWindows: 20,
  /** Message boxes that are kept; further ones are only counted. */
  dialogs: 100,
  /** Everything the browser writes: profile, caches, files. */
  folderBytes: 20 * mebibyte,
  /** The memory of all the browser's processes, without what they share. */
  memoryBytes: 1_280 * mebibyte,
  /** One message of the browser to this process: an answer read inside a page has at most 20 MiB. */
  messageBytes: 64 * mebibyte,
  /** Everything that the browser says to this process. */
  saidBytes: 256 * mebibyte,
  /** An answer that is read outside the browser, unless a file is expected. */
  answerBytes: 5 * mebibyte,
} as const;
