const mebibyte = 1_048_576;

/** What a portal may use up of the machine that visits it. Beyond, the visit is over. */
export const jobLimits = {
  /** Shown at one time; further ones are closed. */
  windows: 5,
  /** Closed because there were too many. */
  refusedWindows: 20,
  /** Message boxes that are kept; further ones are counted. */
  dialogs: 100,
  /** Whatever the browser writes: profile, caches, files. */
  folderBytes: 20 * mebibyte,
  /** Of all processes of the browser, what they do not share. */
  memoryBytes: 1_280 * mebibyte,
  /** Of an answer that is read outside the browser, unless a file is expected. */
  answerBytes: 5 * mebibyte,
} as const;
