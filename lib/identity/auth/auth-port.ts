/** Who is signed in by the cookie of a request. */
export interface SignedIn {
  sessionId: string;
  userId: string;
  email: string;
  emailVerified: boolean;
  name: string;
  /** When the password was typed: what is risky asks for a recent one. */
  signedInAt: Date;
}

export interface NewPerson {
  email: string;
  password: string;
  name: string;
  /** Whether somebody has shown that the mail address is this person's. */
  emailVerified: boolean;
}

type SignInAnswer =
  | { kind: "signed_in"; userId: string; cookies: readonly string[] }
  /** The mail is unknown or the password another: nobody is told which. */
  | { kind: "refused" }
  /** The right password of an account whose mail nobody has confirmed. */
  | { kind: "unverified" };

/** A session as its person sees it. */
export interface OwnSession {
  id: string;
  since: Date;
  /** What the browser said of itself. */
  userAgent: string | null;
}

interface Jwk {
  kid: string;
  kty: string;
}

/** What signing in needs of a library, in our words. The dashboard's function alone implements it. */
export interface AuthPort extends AgentPort {
  /**
   * Read from the database at each call: a session that ended is nobody's from then on. `unused`: it is
   * no use of the session, which ends by 12 h without any.
   */
  signedIn(headers: Headers, how?: { unused: boolean }): Promise<SignedIn | null>;
  /** `headers` name the device. The cookies are `Set-Cookie` values. */
  signIn(credentials: { email: string; password: string }, headers: Headers): Promise<SignInAnswer>;
  /** Answers with the cookies that forget it. */
  signOut(headers: Headers): Promise<readonly string[]>;
  /** Null for a mail address that somebody has. */
  createPerson(person: NewPerson): Promise<{ userId: string } | null>;
  /**
   * An account whose mail is still to be confirmed. `known`: somebody has confirmed it, and nothing
   * was changed. Takes the same time for both.
   */
  signUp(person: Omit<NewPerson, "emailVerified">): Promise<{ kind: "new" | "known" }>;
  findPerson(
    email: string,
  ): Promise<{ userId: string; name: string; emailVerified: boolean } | null>;
  /** False for a mail address that nobody has. */
  confirmMail(email: string): Promise<boolean>;
  /** Ends every session of the person. */
  setPassword(userId: string, password: string): Promise<void>;
  hasPassword(userId: string, password: string): Promise<boolean>;
  listSessions(userId: string): Promise<OwnSession[]>;
  endSession(userId: string, sessionId: string): Promise<void>;
  endSessions(userId: string): Promise<void>;
  /** The public halves of the keys that sign access tokens. */
  publicKeys(): Promise<{ keys: Jwk[] }>;
  /** Throws when its database does not answer. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** A program that asks to act for people, as it says of itself. */
export interface AgentClient {
  id: string;
  /** Untrusted: what it calls itself. */
  name: string;
  /** Where its document is served; null of one that registered itself. */
  host: string | null;
  /** Whether the host has shown that the client is its own. */
  verified: boolean;
  redirectUris: readonly string[];
  mayRefresh: boolean;
}

/** A code or a refresh token as it is stored: whose it is, and whether it can still be used. */
export interface StoredToken {
  clientId: string;
  grantId: string;
  /** When a code was made, or a refresh token. */
  createdAt: Date;
  expiresAt: Date;
  /** Since when a refresh token is exchanged for the next one, and whether anybody can have been told. */
  rotated: { at: Date; isAnswered: boolean } | null;
}

/** The protocol's own answers are a library's; what leads to them is ours. */
export interface AgentPort {
  /** RFC 8414's document, without what is not served. */
  metadata(): Promise<Record<string, unknown>>;
  findClient(id: string): Promise<AgentClient | null>;
  /**
   * A code for the grant that was just recorded, as the url that the person's browser is sent to.
   * `query` is the request, `scopes` what the person ticked of it.
   */
  giveCode(
    given: { query: URLSearchParams; scopes: readonly string[]; grantId: string },
    headers: Headers,
  ): Promise<string>;
  findCode(code: string): Promise<StoredToken | null>;
  findRefreshToken(token: string): Promise<StoredToken | null>;
  dropCode(code: string): Promise<void>;
  /** Undoes a rotation whose answer was never given: its process died in the middle of it. */
  undoRotation(token: string): Promise<void>;
  /** One at a time for one token, in all processes. */
  oneAtATime<T>(token: string, work: () => Promise<T>): Promise<T>;
  exchange(form: URLSearchParams, headers: Headers): Promise<Response>;
  /** The refusal of a client that has a secret and does not show it, or null. */
  authenticate(form: URLSearchParams, headers: Headers): Promise<Response | null>;
  register(metadata: Record<string, unknown>): Promise<Response>;
}
