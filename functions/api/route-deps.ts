import type { OAuthClients } from "#lib/links/index.ts";
import type { Egress } from "#lib/egress/index.ts";
import type { IndicatorProvider } from "#lib/indicators/index.ts";
import type { Catalogue, LazyCatalogue } from "#lib/tools/catalogue.ts";
import type { ExecuteDeps } from "#lib/tools/execute/index.ts";
import type { SearchIndex } from "#lib/tools/search/index.ts";
import type { AddressOf } from "./addresses.ts";
import type { ClientPackage } from "./client-package/package-file.ts";
import type { ReadinessCheck } from "./health/readiness.ts";

/** Who answers for the service, and where it says how. */
export interface Responsible {
  legalName: string;
  contact: string;
  privacyUrl: string;
  termsUrl: string;
}

/** What every route needs: the calls of tools, and who sends them. */
export interface CallDeps extends ExecuteDeps {
  addressOf: AddressOf;
}

/** What the API is made of, built once by each entry point. */
export interface ApiDeps extends CallDeps, Pick<OAuthClients, "oauthClients"> {
  catalogue: LazyCatalogue;
  indicatorProvider: IndicatorProvider;
  /** Who asks people for their accounts, as the link page says it. */
  responsible: Responsible;
  /** The client library, packed. */
  clientPackage: ClientPackage;
  /** Whether an answer can be sent while it is made: not so where a whole one is handed over. */
  streams: boolean;
  /** Which addresses outside may be reached at all. */
  egress: Egress;
  /** Of keys that sign receipts elsewhere, or have signed some: published as long as they are named. */
  receiptPublicKeys: readonly string[];
  /** What a process that runs workers too cannot work without. */
  workerChecks?: readonly ReadinessCheck[];
}

/** The same with the whole catalogue loaded: for every route but the calls of tools. */
export interface RouteDeps extends Omit<ApiDeps, "catalogue"> {
  catalogue: Catalogue;
  /** Over the catalogue and the guides. */
  search: SearchIndex;
}
