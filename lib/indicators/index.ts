export {
  createIndicatorProvider,
  type IndicatorProvider,
  type IndicatorProviderOptions,
} from "./provider.ts";
export { createIndicatorReader, type IndicatorReaderContext } from "./reader.ts";
export { refreshIndicators, type RefreshReport } from "./refresh-indicators.ts";
export { storedCodes, type IndicatorSeries } from "./series.ts";
