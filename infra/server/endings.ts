/** Things that end together, by the words shown to a person who waits. */
export type Parts = Readonly<Record<string, () => Promise<unknown>>>;

export type AtEnd = (parts: Parts) => void;

export interface Endings {
  atEnd: AtEnd;
  /** Ends what was started, the last first. */
  end(): Promise<void>;
  /** What is being ended right now. */
  waitsFor(): string[];
}

export function createEndings(): Endings {
  const started: Parts[] = [];
  const ending = new Set<string>();
  return {
    atEnd: (parts) => void started.push(parts),
    waitsFor: () => [...ending],
    end: async () => {
      for (const parts of started.splice(0).toReversed()) {
        for (const what of Object.keys(parts)) ending.add(what);
        await Promise.all(
          Object.entries(parts).map(([what, end]) => end().finally(() => ending.delete(what))),
        );
      }
    },
  };
}
