import { boolean, index, integer, jsonb, pgSchema, text, unique } from "drizzle-orm/pg-core";
import { instant } from "#lib/db/columns.ts";

/**
 * The library's tables, under its own names in code. No policies: one role uses them, and they know
 * no organization.
 */
const auth = pgSchema("auth");

export const user = auth.table(
  "user",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    emailVerified: boolean("email_verified").notNull(),
    image: text(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [unique("user_email").on(t.email)],
);

const userId = () => text("user_id").references(() => user.id, { onDelete: "cascade" });

export const session = auth.table(
  "session",
  {
    id: text().primaryKey(),
    token: text().notNull(),
    userId: userId().notNull(),
    expiresAt: instant("expires_at").notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [unique("session_token").on(t.token), index("session_by_user").on(t.userId)],
);

export const account = auth.table(
  "account",
  {
    id: text().primaryKey(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: userId().notNull(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: instant("access_token_expires_at"),
    refreshTokenExpiresAt: instant("refresh_token_expires_at"),
    scope: text(),
    password: text(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    unique("account_at_provider").on(t.providerId, t.accountId),
    index("account_by_user").on(t.userId),
  ],
);

/** Mail codes and authorization codes, by their hashes. */
export const verification = auth.table(
  "verification",
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: instant("expires_at").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [index("verification_by_identifier").on(t.identifier)],
);

/** Keys that sign access tokens. The API reads the public halves. */
export const jwks = auth.table("jwks", {
  id: text().primaryKey(),
  publicKey: text("public_key").notNull(),
  privateKey: text("private_key").notNull(),
  createdAt: instant("created_at").notNull(),
  expiresAt: instant("expires_at"),
  alg: text(),
  crv: text(),
});

export const oauthClient = auth.table(
  "oauth_client",
  {
    id: text().primaryKey(),
    clientId: text("client_id").notNull(),
    clientSecret: text("client_secret"),
    clientDiscoveryId: text("client_discovery_id"),
    disabled: boolean(),
    skipConsent: boolean("skip_consent"),
    enableEndSession: boolean("enable_end_session"),
    subjectType: text("subject_type"),
    scopes: text().array(),
    clientCredentialsScopes: text("client_credentials_scopes").array(),
    userId: userId(),
    createdAt: instant("created_at"),
    updatedAt: instant("updated_at"),
    name: text(),
    uri: text(),
    icon: text(),
    contacts: text().array(),
    tos: text(),
    policy: text(),
    softwareId: text("software_id"),
    softwareVersion: text("software_version"),
    softwareStatement: text("software_statement"),
    redirectUris: text("redirect_uris").array().notNull(),
    postLogoutRedirectUris: text("post_logout_redirect_uris").array(),
    backchannelLogoutUri: text("backchannel_logout_uri"),
    backchannelLogoutSessionRequired: boolean("backchannel_logout_session_required"),
    tokenEndpointAuthMethod: text("token_endpoint_auth_method"),
    applicationType: text("application_type"),
    jwks: text(),
    jwksUri: text("jwks_uri"),
    grantTypes: text("grant_types").array(),
    responseTypes: text("response_types").array(),
    requirePKCE: boolean("require_pkce"),
    dpopBoundAccessTokens: boolean("dpop_bound_access_tokens"),
    referenceId: text("reference_id"),
    metadata: jsonb(),
    /** Our own column: until when a client's document need not be fetched again. */
    freshUntil: instant("fresh_until"),
  },
  (t) => [unique("oauth_client_client_id").on(t.clientId)],
);

const clientId = () =>
  text("client_id")
    .notNull()
    .references(() => oauthClient.clientId, { onDelete: "cascade" });

export const oauthResource = auth.table(
  "oauth_resource",
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    name: text().notNull(),
    accessTokenTtl: integer("access_token_ttl"),
    refreshTokenTtl: integer("refresh_token_ttl"),
    signingAlgorithm: text("signing_algorithm"),
    signingKeyId: text("signing_key_id"),
    allowedScopes: text("allowed_scopes").array(),
    customClaims: jsonb("custom_claims"),
    dpopBoundAccessTokensRequired: boolean("dpop_bound_access_tokens_required"),
    disabled: boolean(),
    createdAt: instant("created_at"),
    updatedAt: instant("updated_at"),
    policyVersion: integer("policy_version"),
    metadata: jsonb(),
  },
  (t) => [unique("oauth_resource_identifier").on(t.identifier)],
);

export const oauthClientResource = auth.table(
  "oauth_client_resource",
  {
    id: text().primaryKey(),
    clientId: clientId(),
    resourceId: text("resource_id")
      .notNull()
      .references(() => oauthResource.identifier, { onDelete: "cascade" }),
    metadata: jsonb(),
    createdAt: instant("created_at"),
  },
  (t) => [unique("oauth_client_resource_pair").on(t.clientId, t.resourceId)],
);

const issued = () => ({
  id: text().primaryKey(),
  token: text().notNull(),
  clientId: clientId(),
  /** Signing out keeps the agents: the token outlives its session. */
  sessionId: text("session_id").references(() => session.id, { onDelete: "set null" }),
  /** Our own use: the grant. */
  referenceId: text("reference_id"),
  authorizationCodeId: text("authorization_code_id"),
  resources: text().array(),
  requestedUserInfoClaims: text("requested_user_info_claims").array(),
  expiresAt: instant("expires_at").notNull(),
  createdAt: instant("created_at").notNull(),
  revoked: instant("revoked"),
  confirmation: jsonb(),
  scopes: text().array().notNull(),
});

export const oauthRefreshToken = auth.table(
  "oauth_refresh_token",
  {
    ...issued(),
    userId: userId().notNull(),
    rotatedAt: instant("rotated_at"),
    rotationReplayResponse: text("rotation_replay_response"),
    rotationReplayExpiresAt: instant("rotation_replay_expires_at"),
    authTime: instant("auth_time"),
  },
  (t) => [
    unique("oauth_refresh_token_token").on(t.token),
    index("oauth_refresh_token_by_grant").on(t.referenceId),
    index("oauth_refresh_token_by_code").on(t.authorizationCodeId),
    index("oauth_refresh_token_by_session").on(t.sessionId),
    index("oauth_refresh_token_by_client").on(t.clientId, t.userId),
  ],
);

/** Opaque tokens, which this service never issues; the library still looks here. */
export const oauthAccessToken = auth.table(
  "oauth_access_token",
  {
    ...issued(),
    userId: userId(),
    refreshId: text("refresh_id").references(() => oauthRefreshToken.id, { onDelete: "cascade" }),
  },
  (t) => [
    unique("oauth_access_token_token").on(t.token),
    index("oauth_access_token_by_refresh").on(t.refreshId),
    index("oauth_access_token_by_code").on(t.authorizationCodeId),
    index("oauth_access_token_by_session").on(t.sessionId),
  ],
);

export const oauthConsent = auth.table(
  "oauth_consent",
  {
    id: text().primaryKey(),
    clientId: clientId(),
    userId: userId(),
    referenceId: text("reference_id"),
    resources: text().array(),
    requestedUserInfoClaims: text("requested_user_info_claims").array(),
    scopes: text().array().notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [index("oauth_consent_by_client").on(t.clientId, t.userId, t.referenceId)],
);

export const oauthClientAssertion = auth.table("oauth_client_assertion", {
  id: text().primaryKey(),
  expiresAt: instant("expires_at").notNull(),
});
