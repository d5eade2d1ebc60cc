import type { OAuthClients } from "#lib/links/index.ts";
import type { Egress } from "#lib/egress/index.ts";
import type { IndicatorProvider } from "#lib/indicators/index.ts";
import type { Catalogue, LazyCatalogue } from "#lib/tools/catalogue.ts";
import type { ExecuteDeps } from "#lib/tools/call/index.ts";
import type { SearchIndex } from "#lib/tools/search/index.ts";
import type { AddressOf } from "../edge/addresses.ts";
import type { ClientPackage } from "./package-file.ts";
import type { ReadinessCheck } from "./readiness.ts";

/** Who runs the service, and where they publish their terms. */
export interface Responsible {
  legalName: string;
  contact: string;
  privacyUrl: string;
  termsUrl: string;
}

/** What every route needs: how to call tools, and how to authenticate callers. */
export interface CallDeps extends ExecuteDeps {
  addressOf: AddressOf;
}

/** What the API is made of, built once by each entry point. */
export interface ApiDeps extends CallDeps, Pick<OAuthClients, "oauthClients"> {
  catalogue: LazyCatalogue;
  indicatorProvider: IndicatorProvider;
  /** Who asks people for their accounts, as the link page names them. */
  responsible: Responsible;
  /** The packed client library. */
  clientPackage: ClientPackage;
  /** Whether an answer can be streamed; false where only complete ones can be sent. */
  streams: boolean;
  /** Which outside addresses may be reached at all. */
  egress: Egress;
  /** Public keys of other signers of receipts, present and past; published as long as they are listed. */
  receiptPublicKeys: readonly string[];
  /** What a process that also runs workers cannot do without. */
  workerChecks?: readonly ReadinessCheck[];
}

/** The same with the whole catalogue loaded, for every route except tool calls. */
export interface RouteDeps extends Omit<ApiDeps, "catalogue"> {
  catalogue: Catalogue;
  /** Over the catalogue and the guides. */
  search: SearchIndex;
}
