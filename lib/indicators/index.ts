export { createIndicatorProvider, type IndicatorProvider } from "./provider.ts";
export { createIndicatorReader } from "./reader.ts";
export { refreshIndicators } from "./refresh-indicators.ts";
export { storedCodes } from "./series.ts";
