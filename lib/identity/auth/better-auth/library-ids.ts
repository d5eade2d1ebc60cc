import type { Clock } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";

/** The id prefixes of the library's rows. A signing key's id is the `kid` in every access token. */
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

/** Gives the library's rows ids in our own format. */
export function libraryIds(clock: Clock): (options: { model: string }) => string {
  return ({ model }) => {
    if (isKnown(model)) return newId(prefixes[model], clock.now());
    throw new TypeError(`the library makes a ${model}, which has no table here`);
  };
}

function isKnown(model: string): model is keyof typeof prefixes {
  return model in prefixes;
}
