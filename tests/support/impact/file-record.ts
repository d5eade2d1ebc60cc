/** What one test file did in a run that was recorded; paths from the root. */
export interface FileRecord {
  test: string;
  seconds: number;
  /** Files of which a function ran, or whose exports were used. */
  executed: string[];
  /** The same in processes that it started, where the use of an export cannot be seen. */
  inChildren: string[];
  /** Files that were read as a text. */
  read: string[];
}
