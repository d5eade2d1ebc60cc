import type { Clock } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";

/** How the library's rows are called. A signing key's is the `kid` that every access token names. */
const prefixes = {
  account: "acc",
  jwks: "jwk",
  oauthAccessToken: "oat",
  oauthClient: "ocl",
  oauthClientAssertion: "oca",
  oauthClientResource: "ocr",
  oauthConsent: "oco",
  oauthRefreshToken: "ort",
  oauthResource: "ore",
  session: "ses",
  user: "usr",
  verification: "ver",
} as const;

/** The library's rows are called as all of ours are. */
export function libraryIds(clock: Clock): (options: { model: string }) => string {
  return ({ model }) => {
    if (isKnown(model)) return newId(prefixes[model], clock.now());
    throw new TypeError(`the library makes a ${model}, which has no table here`);
  };
}

function isKnown(model: string): model is keyof typeof prefixes {
  return model in prefixes;
}
