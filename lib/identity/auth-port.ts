/** The person signed in by a request's cookie. */
export interface SignedInPerson {
  sessionId: string;
  userId: string;
  email: string;
  emailVerified: boolean;
  name: string;
  /** When the password was typed: risky actions require a recent one. */
  signedInAt: Date;
}

export interface NewPerson {
  email: string;
  password: string;
  name: string;
  /** Whether somebody has proven that the mail address is this person's. */
  emailVerified: boolean;
}

type SignInAnswer =
  | { kind: "signed_in"; userId: string; cookies: readonly string[]; passwordVersion: string }
  /** The mail is unknown or the password wrong: callers are not told which. */
  | { kind: "refused" }
  /** The right password of an account whose mail is not confirmed. */
  | { kind: "unverified" };

/** A session as shown to its person. */
export interface OwnSession {
  id: string;
  since: Date;
  /** The browser's own description of itself. */
  userAgent: string | null;
}

interface Jwk {
  kid: string;
  kty: string;
}

/**
 * What signing in needs from a library, in our words. Only the dashboard's function implements it.
 */
export interface AuthPort extends AgentPort {
  /**
   * Read from the database at each call, so an ended session is gone at once. `unused`: does not
   * count as use of the session, which ends after 12 h without any.
   */
  signedIn(headers: Headers, how?: { unused: boolean }): Promise<SignedInPerson | null>;
  /** `headers` identify the device. The cookies are `Set-Cookie` values. */
  signIn(credentials: { email: string; password: string }, headers: Headers): Promise<SignInAnswer>;
  /**
   * Changes whenever the mail's password does; null if it has none. Takes the same time in both
   * cases.
   */
  passwordVersion(email: string): Promise<string | null>;
  /** Returns the cookies that delete the session. */
  signOut(headers: Headers): Promise<readonly string[]>;
  /** Null if the mail address is taken. */
  createPerson(person: NewPerson): Promise<{ userId: string } | null>;
  /**
   * An account whose mail is yet to be confirmed. `known`: the mail is already confirmed, and
   * nothing was changed. Takes the same time in both cases.
   */
  signUp(person: Omit<NewPerson, "emailVerified">): Promise<{ kind: "new" | "known" }>;
  findPerson(
    email: string,
  ): Promise<{ userId: string; name: string; emailVerified: boolean } | null>;
  /** False if nobody has the mail address. */
  confirmMail(email: string): Promise<boolean>;
  /** Ends every session of the person. */
  setPassword(userId: string, password: string): Promise<void>;
  hasPassword(userId: string, password: string): Promise<boolean>;
  listSessions(userId: string): Promise<OwnSession[]>;
  endSession(userId: string, sessionId: string): Promise<void>;
  endSessions(userId: string): Promise<void>;
  /** The public keys that verify access tokens. */
  publicKeys(): Promise<{ keys: Jwk[] }>;
  /** Throws when its database does not answer. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** A program that asks to act for people, as it describes itself. */
export interface AgentClient {
  id: string;
  /** Untrusted: what it calls itself. */
  name: string;
  /** Where its document is served; null if it registered itself. */
  host: string | null;
  /** Whether the host has proven that the client is its own. */
  verified: boolean;
  redirectUris: readonly string[];
  mayRefresh: boolean;
}

/** A code as stored: whose it is, and what the client that redeems it has to show. */
export interface StoredCode {
  clientId: string;
  grantId: string;
  redirectUri: string;
  codeChallenge: string;
  createdAt: Date;
  /** Null as long as it can be redeemed. */
  redeemedAt: Date | null;
}

/** A refresh token as stored: whose it is, and whether it can still be used. */
export interface StoredToken {
  clientId: string;
  grantId: string;
  expiresAt: Date;
  /** Since when it is exchanged for the next one, and whether anybody can have been told. */
  rotated: { at: Date; isAnswered: boolean } | null;
}

/** What may be written while nobody else works on the same code or token. */
interface Held {
  /** Keeps a redeemed code until then, if and when the work has succeeded. */
  keepRedeemed(code: string, stored: StoredCode & { redeemedAt: Date; until: Date }): Promise<void>;
}

/** A library writes the protocol's answers; what leads to them is ours. */
export interface AgentPort {
  /** RFC 8414's document, without what is not served. */
  metadata(): Promise<Record<string, unknown>>;
  findClient(id: string): Promise<AgentClient | null>;
  /**
   * A code for the grant that was just recorded, as the url to send the person's browser to.
   * `query` is the request, `scopes` those that the person ticked.
   */
  giveCode(
    given: { query: URLSearchParams; scopes: readonly string[]; grantId: string },
    headers: Headers,
  ): Promise<string>;
  /** Also one that was redeemed, until its end. */
  findCode(code: string): Promise<StoredCode | null>;
  findRefreshToken(token: string): Promise<StoredToken | null>;
  dropCode(code: string): Promise<void>;
  /** Undoes a rotation whose answer was never sent: its process died in the middle of it. */
  undoRotation(token: string): Promise<void>;
  /** The next refresh token may do what the one before it may, whatever was asked for this time. */
  keepScopes(token: string, next: string): Promise<void>;
  /** One at a time per token, across all processes. */
  oneAtATime<T>(token: string, work: (held: Held) => Promise<T>): Promise<T>;
  exchange(form: URLSearchParams, headers: Headers): Promise<Response>;
  /** The refusal of a client that has a secret and does not present it, or null. */
  authenticate(form: URLSearchParams, headers: Headers): Promise<Response | null>;
  register(metadata: Record<string, unknown>): Promise<Response>;
}
