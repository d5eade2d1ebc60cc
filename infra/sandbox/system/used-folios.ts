/** The last folio of each series that was given out: an authority gives none out twice. */
export interface UsedFolios {
  last(series: string): number | undefined;
  use(series: string, folio: number): void;
}

/** Each system's own series within those of all. */
export function seriesOf(system: string, { last, use }: UsedFolios): UsedFolios {
  return {
    last: (series) => last(`${system}|${series}`),
    use: (series, folio) => use(`${system}|${series}`, folio),
  };
}

export function rememberedFolios(): UsedFolios {
  const known = new Map<string, number>();
  return {
    last: (series) => known.get(series),
    use: (series, folio) => void known.set(series, folio),
  };
}
