/** Runs a step, and names it if it takes longer than a person waits without asking. */
export type Progress = <T>(what: string, work: () => Promise<T>) => Promise<T>;

export function createProgress(say: (line: string) => void, afterMs = 1_000): Progress {
  return async (what, work) => {
    const timer = setTimeout(() => say(`${what} …`), afterMs);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
    }
  };
}
