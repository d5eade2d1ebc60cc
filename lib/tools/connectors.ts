import type { Connector } from "#lib/contract/index.ts";
import { wholeConnector } from "./catalogue.ts";
import { lazyConnectors } from "./lazy-connectors.ts";

/** Every connector with its tools, for code that needs all of them. */
export const connectors: readonly Connector[] = await Promise.all(
  lazyConnectors.map(wholeConnector),
);
