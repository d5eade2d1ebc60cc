export type AtEnd = (end: () => Promise<unknown>) => void;

/** What was started, ended in reverse. */
export function createEndings(): { atEnd: AtEnd; end(): Promise<void> } {
  const endings: (() => Promise<unknown>)[] = [];
  return {
    atEnd: (end) => endings.push(end),
    end: async () => {
      for (const end of endings.splice(0).toReversed()) await end();
    },
  };
}
