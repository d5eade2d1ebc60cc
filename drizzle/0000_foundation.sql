-- The database as it was when 49 migrations were put together, before anything was deployed: `pg_dump` tells no
-- difference (tests/contract/baseline.test.ts). Tables as drizzle-kit generates them, each column where it had come to
-- stand; then what drizzle-kit cannot express.
CREATE SCHEMA "auth";--> statement-breakpoint
CREATE TABLE "call_days" (
	"organization_id" text NOT NULL,
	"day" text COLLATE "C" NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"operation" text NOT NULL,
	"ok" integer NOT NULL,
	"refused" integer NOT NULL,
	"failed" integer NOT NULL,
	CONSTRAINT "call_days_organization_id_day_actor_kind_actor_id_operation_pk" PRIMARY KEY("organization_id","day","actor_kind","actor_id","operation")
);
--> statement-breakpoint
ALTER TABLE "call_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "counted_days" (
	"day" text COLLATE "C" PRIMARY KEY NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "connections" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"connector" text NOT NULL,
	"nombre" text NOT NULL,
	"rut" text,
	"razon_social" text,
	"scopes" text[] NOT NULL,
	"alcances" text[] NOT NULL,
	"acceso" text,
	"credencial" text NOT NULL,
	"credencial_actualizada_en" timestamp (3) with time zone,
	"capacidades" jsonb NOT NULL,
	"ultima_sincronizacion_en" timestamp (3) with time zone,
	"proxima_sincronizacion_en" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"schedule" text,
	"deleted_at" timestamp (3) with time zone,
	"erased_at" timestamp (3) with time zone,
	"cuenta" "bytea",
	CONSTRAINT "connections_organization_id" UNIQUE("organization_id","id"),
	CONSTRAINT "connections_credencial" CHECK ("connections"."credencial" in ('viva', 'rechazada', 'expirada', 'revocada', 'ausente'))
);
--> statement-breakpoint
ALTER TABLE "connections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "credentials" (
	"connection_id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"login_identity" "bytea" NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"secret_hash" "bytea",
	"renewer" text,
	"renewal_until" timestamp (3) with time zone,
	"access_until" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "credentials" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "issuer_profiles" (
	"connection_id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"activity" text NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"revision" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "issuer_profiles" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_receipt_policies" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"enabled" boolean NOT NULL,
	"connections" text[],
	"receivers" text[],
	"days_back" integer NOT NULL,
	"days_ahead" integer NOT NULL,
	"max_amount" bigint NOT NULL,
	"daily_amount" bigint NOT NULL,
	"daily_count" integer NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fee_receipt_policies_days" CHECK ("fee_receipt_policies"."days_back" between 0 and 92 and "fee_receipt_policies"."days_ahead" between 0 and 92)
);
--> statement-breakpoint
ALTER TABLE "fee_receipt_policies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_receipt_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"connector" text NOT NULL,
	"kind" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"operation_id" text NOT NULL,
	"issuer_rut" text NOT NULL,
	"reference" text NOT NULL,
	"asked_on" text NOT NULL,
	"receiver_rut" text,
	"day" text NOT NULL,
	"gross" bigint NOT NULL,
	"withheld" bigint NOT NULL,
	"net" bigint NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"is_sent" boolean NOT NULL,
	"folio" bigint,
	"bar_code" text,
	"document_version" integer NOT NULL,
	"kept_version" integer NOT NULL,
	"receipt_id" text,
	"mode" text,
	"deadline" text,
	"visit_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fee_receipt_requests_organization_id" UNIQUE("organization_id","id"),
	CONSTRAINT "fee_receipt_requests_kind" CHECK ("fee_receipt_requests"."kind" in ('emision', 'anulacion')),
	CONSTRAINT "fee_receipt_requests_state" CHECK ("fee_receipt_requests"."state" in ('pending', 'processing', 'issued', 'annulled', 'awaiting_receiver', 'refused_by_receiver', 'lapsed', 'rejected', 'inconclusive'))
);
--> statement-breakpoint
ALTER TABLE "fee_receipt_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"organization_id" text NOT NULL,
	"key" text NOT NULL,
	"tool_id" text NOT NULL,
	"connection_id" text,
	"fingerprint" "bytea" NOT NULL,
	"state" text NOT NULL,
	"token" text,
	"lease_until" timestamp (3) with time zone,
	"response" "bytea",
	"outcome" text,
	"http_status" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"response_expires_at" timestamp (3) with time zone,
	"operation_id" text,
	CONSTRAINT "idempotency_keys_organization_id_key_pk" PRIMARY KEY("organization_id","key"),
	CONSTRAINT "idempotency_keys_state" CHECK ("idempotency_keys"."state" in ('running', 'finished', 'ledger')),
	CONSTRAINT "idempotency_keys_holder" CHECK (("idempotency_keys"."state" = 'ledger') = ("idempotency_keys"."operation_id" is not null) and ("idempotency_keys"."state" = 'ledger') = ("idempotency_keys"."token" is null) and ("idempotency_keys"."token" is null) = ("idempotency_keys"."lease_until" is null))
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "auth"."account" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "account_at_provider" UNIQUE("provider_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "auth"."jwks" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"alg" text,
	"crv" text
);
--> statement-breakpoint
CREATE TABLE "auth"."oauth_access_token" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"client_id" text NOT NULL,
	"session_id" text,
	"reference_id" text,
	"authorization_code_id" text,
	"resources" text[],
	"requested_user_info_claims" text[],
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revoked" timestamp (3) with time zone,
	"confirmation" jsonb,
	"scopes" text[] NOT NULL,
	"user_id" text,
	"refresh_id" text,
	CONSTRAINT "oauth_access_token_token" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "auth"."oauth_client" (
	"id" text PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"client_secret" text,
	"client_discovery_id" text,
	"disabled" boolean,
	"skip_consent" boolean,
	"enable_end_session" boolean,
	"subject_type" text,
	"scopes" text[],
	"client_credentials_scopes" text[],
	"user_id" text,
	"created_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone,
	"name" text,
	"uri" text,
	"icon" text,
	"contacts" text[],
	"tos" text,
	"policy" text,
	"software_id" text,
	"software_version" text,
	"software_statement" text,
	"redirect_uris" text[] NOT NULL,
	"post_logout_redirect_uris" text[],
	"backchannel_logout_uri" text,
	"backchannel_logout_session_required" boolean,
	"token_endpoint_auth_method" text,
	"application_type" text,
	"jwks" text,
	"jwks_uri" text,
	"grant_types" text[],
	"response_types" text[],
	"require_pkce" boolean,
	"dpop_bound_access_tokens" boolean,
	"reference_id" text,
	"metadata" jsonb,
	"fresh_until" timestamp (3) with time zone,
	CONSTRAINT "oauth_client_client_id" UNIQUE("client_id")
);
--> statement-breakpoint
CREATE TABLE "auth"."oauth_client_assertion" (
	"id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."oauth_client_resource" (
	"id" text PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"resource_id" text NOT NULL,
	"metadata" jsonb,
	"created_at" timestamp (3) with time zone,
	CONSTRAINT "oauth_client_resource_pair" UNIQUE("client_id","resource_id")
);
--> statement-breakpoint
CREATE TABLE "auth"."oauth_consent" (
	"id" text PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"user_id" text,
	"reference_id" text,
	"resources" text[],
	"requested_user_info_claims" text[],
	"scopes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."oauth_refresh_token" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"client_id" text NOT NULL,
	"session_id" text,
	"reference_id" text,
	"authorization_code_id" text,
	"resources" text[],
	"requested_user_info_claims" text[],
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revoked" timestamp (3) with time zone,
	"confirmation" jsonb,
	"scopes" text[] NOT NULL,
	"user_id" text NOT NULL,
	"rotated_at" timestamp (3) with time zone,
	"rotation_replay_response" text,
	"rotation_replay_expires_at" timestamp (3) with time zone,
	"auth_time" timestamp (3) with time zone,
	CONSTRAINT "oauth_refresh_token_token" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "auth"."oauth_resource" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"name" text NOT NULL,
	"access_token_ttl" integer,
	"refresh_token_ttl" integer,
	"signing_algorithm" text,
	"signing_key_id" text,
	"allowed_scopes" text[],
	"custom_claims" jsonb,
	"dpop_bound_access_tokens_required" boolean,
	"disabled" boolean,
	"created_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone,
	"policy_version" integer,
	"metadata" jsonb,
	CONSTRAINT "oauth_resource_identifier" UNIQUE("identifier")
);
--> statement-breakpoint
CREATE TABLE "auth"."session" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "session_token" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "auth"."user" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean NOT NULL,
	"image" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "user_email" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "auth"."verification" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "grants" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"client_id" text NOT NULL,
	"client_name" text NOT NULL,
	"client_host" text,
	"client_verified" boolean NOT NULL,
	"redirect_host" text NOT NULL,
	"scopes" text[] NOT NULL,
	"connections" text[],
	"consented_at" timestamp (3) with time zone NOT NULL,
	"first_token_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"idle_ends_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text,
	CONSTRAINT "grants_end_reason" CHECK ("grants"."end_reason" in ('revoked', 'replayed', 'member_removed', 'password_reset', 'idle', 'expired', 'unused')),
	CONSTRAINT "grants_ended" CHECK (("grants"."ended_at" is null) = ("grants"."end_reason" is null))
);
--> statement-breakpoint
ALTER TABLE "grants" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"hint" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"connections" text[],
	CONSTRAINT "api_keys_hash" UNIQUE("hash"),
	CONSTRAINT "api_keys_organization_id" UNIQUE("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "members" (
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"can_issue" boolean DEFAULT false NOT NULL,
	"name" text,
	"last_seen_at" timestamp (3) with time zone,
	CONSTRAINT "members_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id"),
	CONSTRAINT "members_email" UNIQUE("organization_id","email"),
	CONSTRAINT "members_role" CHECK ("members"."role" in ('owner', 'admin', 'member'))
);
--> statement-breakpoint
ALTER TABLE "members" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "organization_connectors" (
	"organization_id" text NOT NULL,
	"connector" text NOT NULL,
	"enabled_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "organization_connectors_organization_id_connector_pk" PRIMARY KEY("organization_id","connector")
);
--> statement-breakpoint
ALTER TABLE "organization_connectors" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"plan" text NOT NULL,
	"billing" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deletes_at" timestamp (3) with time zone,
	"erased_at" timestamp (3) with time zone,
	"quota_periodo" text,
	"quota_plan" text,
	CONSTRAINT "organizations_plan" CHECK ("organizations"."plan" in ('free', 'pro', 'business')),
	CONSTRAINT "organizations_billing" CHECK ("organizations"."billing" in ('active', 'past_due', 'none'))
);
--> statement-breakpoint
ALTER TABLE "organizations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"invited_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"accepted_by" text,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "invitations_token" UNIQUE("token_hash"),
	CONSTRAINT "invitations_role" CHECK ("invitations"."role" in ('owner', 'admin', 'member')),
	CONSTRAINT "invitations_accepted" CHECK (("invitations"."accepted_at" is null) = ("invitations"."accepted_by" is null)),
	CONSTRAINT "invitations_ended" CHECK ("invitations"."accepted_at" is null or "invitations"."revoked_at" is null)
);
--> statement-breakpoint
ALTER TABLE "invitations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_codes" (
	"purpose" text NOT NULL,
	"address" "bytea" NOT NULL,
	"code" "bytea" NOT NULL,
	"tries" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_codes_purpose_address_pk" PRIMARY KEY("purpose","address"),
	CONSTRAINT "mail_codes_purpose" CHECK ("mail_codes"."purpose" in ('verify', 'reset'))
);
--> statement-breakpoint
CREATE TABLE "tallies" (
	"what" text NOT NULL,
	"subject" "bytea" NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tallies_what_subject_starts_at_pk" PRIMARY KEY("what","subject","starts_at")
);
--> statement-breakpoint
CREATE TABLE "used_forms" (
	"number" "bytea" PRIMARY KEY NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "indicator_values" (
	"codigo" text NOT NULL,
	"fecha" text NOT NULL,
	"valor" double precision NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "indicator_values_codigo_fecha_pk" PRIMARY KEY("codigo","fecha")
);
--> statement-breakpoint
CREATE TABLE "document_acceptances" (
	"operation_id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"connector" text NOT NULL,
	"track_id" text,
	"state" text NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"visit_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "document_acceptances_state" CHECK ("document_acceptances"."state" in ('pendiente', 'aceptado', 'reparos', 'rechazado'))
);
--> statement-breakpoint
ALTER TABLE "document_acceptances" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "evidence" (
	"job_id" text NOT NULL,
	"attempt" integer NOT NULL,
	"organization_id" text NOT NULL,
	"reason" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "evidence_job_id_attempt_pk" PRIMARY KEY("job_id","attempt")
);
--> statement-breakpoint
ALTER TABLE "evidence" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sync_jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"connection_id" text,
	"link_id" text,
	"kind" text NOT NULL,
	"connector" text NOT NULL,
	"alcances" text[] NOT NULL,
	"periodo" text,
	"trigger" text NOT NULL,
	"status" text NOT NULL,
	"step" text,
	"outcomes" jsonb NOT NULL,
	"records_synced" integer,
	"last_error" text,
	"result" jsonb,
	"attempts" integer NOT NULL,
	"token" integer NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"login_identity" "bytea",
	"not_before" timestamp (3) with time zone NOT NULL,
	"request_id" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"target_id" text,
	"woken_at" timestamp (3) with time zone,
	"progress" jsonb,
	"asked" "bytea",
	"answer" "bytea",
	"answer_expires_at" timestamp (3) with time zone,
	"exclusive" boolean DEFAULT true NOT NULL,
	CONSTRAINT "sync_jobs_kind" CHECK ("sync_jobs"."kind" in ('sync', 'verify', 'link', 'preview', 'emission', 'reconcile', 'pdf', 'live', 'closing')),
	CONSTRAINT "sync_jobs_status" CHECK ("sync_jobs"."status" in ('queued', 'running', 'succeeded', 'failed', 'canceled'))
);
--> statement-breakpoint
ALTER TABLE "sync_jobs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "login_attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"login_identity" "bytea" NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"job_id" text NOT NULL,
	"token" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"outcome" text
);
--> statement-breakpoint
ALTER TABLE "login_attempts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "operation_evidence" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"operation_id" text NOT NULL,
	"token" integer NOT NULL,
	"step" text NOT NULL,
	"found" jsonb,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "operation_evidence" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "operation_files" (
	"organization_id" text NOT NULL,
	"operation_id" text NOT NULL,
	"kind" text NOT NULL,
	"version" integer NOT NULL,
	"sha256" text NOT NULL,
	"bytes" integer NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "operation_files_operation_id_kind_version_pk" PRIMARY KEY("operation_id","kind","version"),
	CONSTRAINT "operation_files_organization_id" UNIQUE("organization_id","operation_id","kind","version")
);
--> statement-breakpoint
ALTER TABLE "operation_files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "operations" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"kind" text NOT NULL,
	"tool_id" text NOT NULL,
	"preparation_id" text,
	"idempotency_key" text NOT NULL,
	"operation_request_id" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"input_hash" text NOT NULL,
	"looks_like" text NOT NULL,
	"document_hash" text NOT NULL,
	"tipo_dte" integer,
	"target" text,
	"state" text NOT NULL,
	"job_id" text NOT NULL,
	"token" integer NOT NULL,
	"known_folios" bigint[],
	"outcome" "bytea",
	"outcome_expires_at" timestamp (3) with time zone,
	"error_code" text,
	"folio" bigint,
	"pdf" "bytea",
	"receipt" text,
	"barrier_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"look_again_at" timestamp (3) with time zone,
	"connector" text NOT NULL,
	"rut" text NOT NULL,
	"subject_id" text,
	"known" text[],
	"external_ref" text,
	"asked" "bytea",
	"set_aside_at" timestamp (3) with time zone,
	CONSTRAINT "operations_organization_id" UNIQUE("organization_id","id"),
	CONSTRAINT "operations_state" CHECK ("operations"."state" in ('queued', 'running', 'crossed', 'emitted', 'done', 'rejected', 'unknown', 'released')),
	CONSTRAINT "operations_barrier" CHECK (("operations"."barrier_at" is not null) = ("operations"."state" in ('crossed', 'emitted', 'done', 'rejected', 'unknown')))
);
--> statement-breakpoint
ALTER TABLE "operations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "preparations" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"kind" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"document" "bytea" NOT NULL,
	"document_hash" text,
	"issuer_revision" text,
	"tipo_dte" integer,
	"totals" jsonb,
	"target" text,
	"state" text NOT NULL,
	"confirmed_by" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"rejected_by" text,
	"confirmation_asked_at" timestamp (3) with time zone,
	CONSTRAINT "preparations_organization_id" UNIQUE("organization_id","id"),
	CONSTRAINT "preparations_kind" CHECK ("preparations"."kind" in ('dte', 'anulacion', 'boleta', 'documento', 'nota_credito')),
	CONSTRAINT "preparations_state" CHECK ("preparations"."state" in ('pending', 'confirmed', 'consumed'))
);
--> statement-breakpoint
ALTER TABLE "preparations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "document_tickets" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"operation_id" text NOT NULL,
	"kind" text NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"taken_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "document_tickets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "rate_windows" (
	"organization_id" text NOT NULL,
	"key_id" text,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"hits" integer NOT NULL,
	"credential_id" text,
	CONSTRAINT "rate_windows_credential" UNIQUE("organization_id","credential_id","starts_at"),
	CONSTRAINT "rate_windows_key_before" UNIQUE("key_id","starts_at")
);
--> statement-breakpoint
ALTER TABLE "rate_windows" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "usage_slots" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"periodo" text NOT NULL,
	"calls" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "usage_slots" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "consents" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"link_id" text NOT NULL,
	"version" text NOT NULL,
	"facts" jsonb NOT NULL,
	"agreed_at" timestamp (3) with time zone NOT NULL,
	"access_until" timestamp (3) with time zone,
	"cut_hash" "bytea",
	"ended_at" timestamp (3) with time zone,
	"ended" text,
	CONSTRAINT "consents_cut" UNIQUE("cut_hash"),
	CONSTRAINT "consents_end" CHECK (("consents"."ended" is null) = ("consents"."ended_at" is null)),
	CONSTRAINT "consents_ended" CHECK ("consents"."ended" in ('cortado', 'reemplazado', 'vencido', 'olvidado'))
);
--> statement-breakpoint
ALTER TABLE "consents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "links" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"connector" text NOT NULL,
	"mode" text NOT NULL,
	"connection_id" text,
	"nombre" text,
	"alcances" text[] NOT NULL,
	"volver_a" text,
	"token_hash" "bytea" NOT NULL,
	"state" text NOT NULL,
	"sealed" "bytea",
	"login_identity" "bytea",
	"last_failure" text,
	"verified" boolean,
	"created_by_kind" text NOT NULL,
	"created_by_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"consumed_at" timestamp (3) with time zone,
	"company_rut" text,
	"job_id" text,
	"attempted_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"state_hash" "bytea",
	"verifier" text,
	"authorization_until" timestamp (3) with time zone,
	"access_until" timestamp (3) with time zone,
	"consent" jsonb,
	"agreed_at" timestamp (3) with time zone,
	"cut_hash" "bytea",
	CONSTRAINT "links_token" UNIQUE("token_hash"),
	CONSTRAINT "links_organization_id" UNIQUE("organization_id","id"),
	CONSTRAINT "links_mode" CHECK ("links"."mode" in ('crear', 'reconectar')),
	CONSTRAINT "links_state" CHECK ("links"."state" in ('open', 'verifying', 'consumed', 'annulled')),
	CONSTRAINT "links_sealed" CHECK (("links"."state" = 'verifying') = ("links"."sealed" is not null))
);
--> statement-breakpoint
ALTER TABLE "links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"kind" text NOT NULL,
	"sealed" "bytea",
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "outbox_state" CHECK ("outbox"."state" in ('waiting', 'sent', 'dropped')),
	CONSTRAINT "outbox_sealed" CHECK (("outbox"."state" = 'waiting') = ("outbox"."sealed" is not null))
);
--> statement-breakpoint
ALTER TABLE "outbox" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "holds" (
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "holds_kind_subject_pk" PRIMARY KEY("kind","subject"),
	CONSTRAINT "holds_kind" CHECK ("holds"."kind" in ('system', 'emissions'))
);
--> statement-breakpoint
CREATE TABLE "operator_actions" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"operator" text NOT NULL,
	"command" text NOT NULL,
	"subject" text,
	"organization" text,
	"reason" text,
	"options" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "records" (
	"organization_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"dataset" text NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"periodo" text NOT NULL,
	"account" text,
	"sort_key" text COLLATE "C" NOT NULL,
	"payload" jsonb NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	"job_id" text,
	"withdrawn_at" timestamp (3) with time zone,
	"missed_by" text,
	"read_order" integer DEFAULT 0 NOT NULL,
	"answer" text,
	"answer_contract" text,
	CONSTRAINT "records_connection_id_dataset_id_pk" PRIMARY KEY("connection_id","dataset","id")
);
--> statement-breakpoint
ALTER TABLE "records" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "smokes" (
	"id" text PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"results" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coverage" (
	"organization_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"alcance" text NOT NULL,
	"periodo" text NOT NULL,
	"status" text NOT NULL,
	"incompletos" integer NOT NULL,
	"cuentas" jsonb,
	"read_at" timestamp (3) with time zone NOT NULL,
	"job_id" text NOT NULL,
	"seen_at" jsonb,
	"prueba" jsonb,
	"unfinished" boolean DEFAULT false NOT NULL,
	CONSTRAINT "coverage_connection_id_alcance_periodo_pk" PRIMARY KEY("connection_id","alcance","periodo"),
	CONSTRAINT "coverage_status" CHECK ("coverage"."status" in ('ok', 'partial'))
);
--> statement-breakpoint
ALTER TABLE "coverage" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tax_folder_recipients" (
	"organization_id" text NOT NULL,
	"revision" integer NOT NULL,
	"institution" text,
	"name" text NOT NULL,
	"mail" text NOT NULL,
	"delivery" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirmed_by" text,
	"confirmed_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "tax_folder_recipients_organization_id_revision_pk" PRIMARY KEY("organization_id","revision")
);
--> statement-breakpoint
ALTER TABLE "tax_folder_recipients" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tax_folder_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"operation_id" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"kind" text NOT NULL,
	"parts" jsonb,
	"purpose" text NOT NULL,
	"revision" integer NOT NULL,
	"institution" text,
	"recipient" text NOT NULL,
	"mail" text NOT NULL,
	"delivery" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"code" text,
	"consultable_until" text,
	"document_bytes" integer,
	"document_sha256" text,
	"downloads" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"closing_since" timestamp (3) with time zone,
	"close_again_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tax_folder_requests_downloads" CHECK ("tax_folder_requests"."downloads" between 0 and 5),
	CONSTRAINT "tax_folder_requests_closing" CHECK (("tax_folder_requests"."closing_since" is not null) = ("tax_folder_requests"."state" in ('cerrando', 'cerrada')))
);
--> statement-breakpoint
ALTER TABLE "tax_folder_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tax_folder_settings" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"enabled" boolean NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tax_folder_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"organization_id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"delivery_id" text NOT NULL,
	"token" integer NOT NULL,
	"attempted_at" timestamp (3) with time zone,
	"response_status" integer,
	"duration_ms" integer,
	"error" text,
	CONSTRAINT "webhook_attempts_key" PRIMARY KEY("organization_id","endpoint_id","delivery_id","token")
);
--> statement-breakpoint
ALTER TABLE "webhook_attempts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"organization_id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"id" text NOT NULL,
	"event_id" text NOT NULL,
	"status" text NOT NULL,
	"attempts" integer NOT NULL,
	"token" integer NOT NULL,
	"response_status" integer,
	"error" text,
	"next_attempt_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_deliveries_organization_id_endpoint_id_id_pk" PRIMARY KEY("organization_id","endpoint_id","id"),
	CONSTRAINT "webhook_deliveries_once" UNIQUE("event_id","endpoint_id"),
	CONSTRAINT "webhook_deliveries_status" CHECK ("webhook_deliveries"."status" in ('pending', 'delivering', 'delivered', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"url" text NOT NULL,
	"event_types" text[] NOT NULL,
	"connection_id" text,
	"secret" "bytea" NOT NULL,
	"previous_secret" "bytea",
	"previous_until" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"disabled_reason" text,
	"disabled_detail" text,
	"consecutive_failures" integer NOT NULL,
	"last_success_at" timestamp (3) with time zone,
	"test_requested_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_endpoints_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "webhook_endpoints_reason" CHECK ("webhook_endpoints"."disabled_reason" in ('manual', 'automatic')),
	CONSTRAINT "webhook_endpoints_disabled" CHECK (("webhook_endpoints"."disabled_at" is null) = ("webhook_endpoints"."disabled_reason" is null)),
	CONSTRAINT "webhook_endpoints_previous" CHECK (("webhook_endpoints"."previous_secret" is null) = ("webhook_endpoints"."previous_until" is null))
);
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"connection_id" text,
	"endpoint_id" text,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_events_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhook_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issuer_profiles" ADD CONSTRAINT "issuer_profiles_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_receipt_policies" ADD CONSTRAINT "fee_receipt_policies_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_receipt_requests" ADD CONSTRAINT "fee_receipt_requests_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."oauth_access_token" ADD CONSTRAINT "oauth_access_token_client_id_oauth_client_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "auth"."oauth_client"("client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."oauth_access_token" ADD CONSTRAINT "oauth_access_token_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "auth"."session"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."oauth_access_token" ADD CONSTRAINT "oauth_access_token_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."oauth_access_token" ADD CONSTRAINT "oauth_access_token_refresh_id_oauth_refresh_token_id_fk" FOREIGN KEY ("refresh_id") REFERENCES "auth"."oauth_refresh_token"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."oauth_client" ADD CONSTRAINT "oauth_client_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."oauth_client_resource" ADD CONSTRAINT "oauth_client_resource_client_id_oauth_client_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "auth"."oauth_client"("client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."oauth_client_resource" ADD CONSTRAINT "oauth_client_resource_resource_id_oauth_resource_identifier_fk" FOREIGN KEY ("resource_id") REFERENCES "auth"."oauth_resource"("identifier") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."oauth_consent" ADD CONSTRAINT "oauth_consent_client_id_oauth_client_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "auth"."oauth_client"("client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."oauth_consent" ADD CONSTRAINT "oauth_consent_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."oauth_refresh_token" ADD CONSTRAINT "oauth_refresh_token_client_id_oauth_client_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "auth"."oauth_client"("client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."oauth_refresh_token" ADD CONSTRAINT "oauth_refresh_token_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "auth"."session"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."oauth_refresh_token" ADD CONSTRAINT "oauth_refresh_token_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_connectors" ADD CONSTRAINT "organization_connectors_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_acceptances" ADD CONSTRAINT "document_acceptances_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_jobs" ADD CONSTRAINT "sync_jobs_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_jobs" ADD CONSTRAINT "sync_jobs_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_jobs" ADD CONSTRAINT "sync_jobs_link" FOREIGN KEY ("organization_id","link_id") REFERENCES "public"."links"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operation_evidence" ADD CONSTRAINT "operation_evidence_operation" FOREIGN KEY ("organization_id","operation_id") REFERENCES "public"."operations"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operation_files" ADD CONSTRAINT "operation_files_operation" FOREIGN KEY ("organization_id","operation_id") REFERENCES "public"."operations"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_preparation" FOREIGN KEY ("organization_id","preparation_id") REFERENCES "public"."preparations"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preparations" ADD CONSTRAINT "preparations_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_tickets" ADD CONSTRAINT "document_tickets_file" FOREIGN KEY ("organization_id","operation_id","kind","version") REFERENCES "public"."operation_files"("organization_id","operation_id","kind","version") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_slots" ADD CONSTRAINT "usage_slots_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "records" ADD CONSTRAINT "records_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coverage" ADD CONSTRAINT "coverage_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_folder_recipients" ADD CONSTRAINT "tax_folder_recipients_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_folder_requests" ADD CONSTRAINT "tax_folder_requests_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_folder_requests" ADD CONSTRAINT "tax_folder_requests_operation" FOREIGN KEY ("organization_id","operation_id") REFERENCES "public"."operations"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_folder_settings" ADD CONSTRAINT "tax_folder_settings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery" FOREIGN KEY ("organization_id","endpoint_id","delivery_id") REFERENCES "public"."webhook_deliveries"("organization_id","endpoint_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint" FOREIGN KEY ("organization_id","endpoint_id") REFERENCES "public"."webhook_endpoints"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event" FOREIGN KEY ("organization_id","event_id") REFERENCES "public"."webhook_events"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_endpoint" FOREIGN KEY ("organization_id","endpoint_id") REFERENCES "public"."webhook_endpoints"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "call_days_by_day" ON "call_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "connections_by_organization" ON "connections" USING btree ("organization_id","connector","created_at");--> statement-breakpoint
CREATE INDEX "connections_to_erase" ON "connections" USING btree ("deleted_at") WHERE "connections"."deleted_at" is not null and "connections"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "credentials_by_login" ON "credentials" USING btree ("login_identity");--> statement-breakpoint
CREATE INDEX "credentials_ending" ON "credentials" USING btree ("access_until") WHERE "credentials"."access_until" is not null;--> statement-breakpoint
CREATE INDEX "fee_receipt_requests_of_reference" ON "fee_receipt_requests" USING btree ("organization_id","issuer_rut","reference");--> statement-breakpoint
CREATE INDEX "fee_receipt_requests_of_folio" ON "fee_receipt_requests" USING btree ("organization_id","issuer_rut","folio");--> statement-breakpoint
CREATE INDEX "fee_receipt_requests_to_visit" ON "fee_receipt_requests" USING btree ("visit_at") WHERE "fee_receipt_requests"."visit_at" is not null;--> statement-breakpoint
CREATE INDEX "fee_receipt_requests_newest" ON "fee_receipt_requests" USING btree ("organization_id","connection_id","id");--> statement-breakpoint
CREATE INDEX "fee_receipt_requests_of_day" ON "fee_receipt_requests" USING btree ("organization_id","asked_on");--> statement-breakpoint
CREATE INDEX "idempotency_keys_expiring" ON "idempotency_keys" USING btree ("response_expires_at") WHERE "idempotency_keys"."response" is not null;--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at") WHERE "idempotency_keys"."state" = 'finished';--> statement-breakpoint
CREATE INDEX "idempotency_keys_left" ON "idempotency_keys" USING btree ("created_at") WHERE "idempotency_keys"."state" = 'running';--> statement-breakpoint
CREATE INDEX "account_by_user" ON "auth"."account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "oauth_access_token_by_refresh" ON "auth"."oauth_access_token" USING btree ("refresh_id");--> statement-breakpoint
CREATE INDEX "oauth_access_token_by_code" ON "auth"."oauth_access_token" USING btree ("authorization_code_id");--> statement-breakpoint
CREATE INDEX "oauth_access_token_by_session" ON "auth"."oauth_access_token" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "oauth_consent_by_client" ON "auth"."oauth_consent" USING btree ("client_id","user_id","reference_id");--> statement-breakpoint
CREATE INDEX "oauth_refresh_token_by_grant" ON "auth"."oauth_refresh_token" USING btree ("reference_id");--> statement-breakpoint
CREATE INDEX "oauth_refresh_token_by_code" ON "auth"."oauth_refresh_token" USING btree ("authorization_code_id");--> statement-breakpoint
CREATE INDEX "oauth_refresh_token_by_session" ON "auth"."oauth_refresh_token" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "oauth_refresh_token_by_client" ON "auth"."oauth_refresh_token" USING btree ("client_id","user_id");--> statement-breakpoint
CREATE INDEX "session_by_user" ON "auth"."session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verification_by_identifier" ON "auth"."verification" USING btree ("identifier");--> statement-breakpoint
CREATE UNIQUE INDEX "grants_one_active" ON "grants" USING btree ("organization_id","user_id","client_id") WHERE "grants"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "grants_of_person" ON "grants" USING btree ("user_id") WHERE "grants"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "grants_by_organization" ON "grants" USING btree ("organization_id","consented_at");--> statement-breakpoint
CREATE INDEX "api_keys_by_organization" ON "api_keys" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "organizations_to_erase" ON "organizations" USING btree ("deletes_at") WHERE "organizations"."deletes_at" is not null and "organizations"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "invitations_by_organization" ON "invitations" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "mail_codes_expiring" ON "mail_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "tallies_by_age" ON "tallies" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "used_forms_by_age" ON "used_forms" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "document_acceptances_to_visit" ON "document_acceptances" USING btree ("visit_at") WHERE "document_acceptances"."visit_at" is not null;--> statement-breakpoint
CREATE INDEX "document_acceptances_of_connection" ON "document_acceptances" USING btree ("organization_id","connection_id");--> statement-breakpoint
CREATE INDEX "evidence_expiring" ON "evidence" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sync_jobs_one_running_per_connection" ON "sync_jobs" USING btree ("connection_id") WHERE "sync_jobs"."status" = 'running' and "sync_jobs"."exclusive";--> statement-breakpoint
CREATE UNIQUE INDEX "sync_jobs_one_session_per_login" ON "sync_jobs" USING btree ("login_identity") WHERE "sync_jobs"."status" = 'running' and "sync_jobs"."exclusive";--> statement-breakpoint
CREATE UNIQUE INDEX "sync_jobs_one_active_per_period" ON "sync_jobs" USING btree ("connection_id","periodo") WHERE "sync_jobs"."kind" = 'sync' and "sync_jobs"."status" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "sync_jobs_newest" ON "sync_jobs" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "sync_jobs_open" ON "sync_jobs" USING btree ("not_before") WHERE "sync_jobs"."status" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "sync_jobs_answers" ON "sync_jobs" USING btree ("answer_expires_at") WHERE "sync_jobs"."answer_expires_at" is not null;--> statement-breakpoint
CREATE INDEX "sync_jobs_of_connection" ON "sync_jobs" USING btree ("connection_id","created_at");--> statement-breakpoint
CREATE INDEX "sync_jobs_ended" ON "sync_jobs" USING btree ("finished_at") WHERE "sync_jobs"."finished_at" is not null;--> statement-breakpoint
CREATE INDEX "sync_jobs_of_link" ON "sync_jobs" USING btree ("link_id") WHERE "sync_jobs"."link_id" is not null;--> statement-breakpoint
CREATE INDEX "sync_jobs_of_target" ON "sync_jobs" USING btree ("target_id") WHERE "sync_jobs"."target_id" is not null;--> statement-breakpoint
CREATE INDEX "login_attempts_newest" ON "login_attempts" USING btree ("login_identity","started_at");--> statement-breakpoint
CREATE INDEX "login_attempts_of_job" ON "login_attempts" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "login_attempts_old" ON "login_attempts" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "operation_evidence_of" ON "operation_evidence" USING btree ("operation_id","at","id");--> statement-breakpoint
CREATE INDEX "operation_files_expiring" ON "operation_files" USING btree ("expires_at") WHERE "operation_files"."expires_at" is not null;--> statement-breakpoint
CREATE INDEX "operations_of_key" ON "operations" USING btree ("organization_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "operations_one_per_preparation" ON "operations" USING btree ("preparation_id") WHERE "operations"."state" <> 'released';--> statement-breakpoint
CREATE UNIQUE INDEX "operations_one_per_name" ON "operations" USING btree ("connector","rut",coalesce("tipo_dte"::text, "kind"),"external_ref") WHERE "operations"."external_ref" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "operations_one_per_folio" ON "operations" USING btree ("connector","rut","tipo_dte","folio") WHERE "operations"."folio" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "operations_one_per_target" ON "operations" USING btree ("connection_id","target") WHERE "operations"."target" is not null and "operations"."state" not in ('released', 'rejected');--> statement-breakpoint
CREATE INDEX "operations_of_look" ON "operations" USING btree ("connector","rut","looks_like") WHERE "operations"."state" in ('crossed', 'unknown');--> statement-breakpoint
CREATE INDEX "operations_open" ON "operations" USING btree ("look_again_at") WHERE "operations"."state" in ('queued', 'running', 'crossed', 'unknown');--> statement-breakpoint
CREATE INDEX "operations_by_age" ON "operations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "operations_expiring" ON "operations" USING btree ("outcome_expires_at") WHERE "operations"."outcome_expires_at" is not null;--> statement-breakpoint
CREATE INDEX "preparations_live" ON "preparations" USING btree ("organization_id","expires_at");--> statement-breakpoint
CREATE INDEX "preparations_unused" ON "preparations" USING btree ("expires_at") WHERE "preparations"."state" <> 'consumed';--> statement-breakpoint
CREATE INDEX "preparations_of_target" ON "preparations" USING btree ("connection_id","target") WHERE "preparations"."target" is not null;--> statement-breakpoint
CREATE INDEX "document_tickets_expiring" ON "document_tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "document_tickets_of_file" ON "document_tickets" USING btree ("organization_id","operation_id","kind","version");--> statement-breakpoint
CREATE INDEX "usage_slots_by_connection" ON "usage_slots" USING btree ("connection_id","periodo");--> statement-breakpoint
CREATE UNIQUE INDEX "consents_in_force" ON "consents" USING btree ("organization_id","connection_id") WHERE "consents"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "consents_of_connection" ON "consents" USING btree ("organization_id","connection_id","agreed_at");--> statement-breakpoint
CREATE INDEX "links_expiring" ON "links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "links_newest" ON "links" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "links_verifying" ON "links" USING btree ("attempted_at") WHERE "links"."state" = 'verifying';--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox" USING btree ("next_attempt_at") WHERE "outbox"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "operator_actions_at" ON "operator_actions" USING btree ("at");--> statement-breakpoint
CREATE INDEX "records_in_order" ON "records" USING btree ("connection_id","dataset","sort_key","id");--> statement-breakpoint
CREATE INDEX "records_of_account_in_order" ON "records" USING btree ("connection_id","dataset","account","sort_key","id");--> statement-breakpoint
CREATE INDEX "records_of_month" ON "records" USING btree ("connection_id","dataset","periodo") WHERE not starts_with("records"."sort_key", "records"."periodo");--> statement-breakpoint
CREATE INDEX "records_by_month" ON "records" USING btree ("periodo");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_folder_requests_of_operation" ON "tax_folder_requests" USING btree ("operation_id");--> statement-breakpoint
CREATE INDEX "tax_folder_requests_newest" ON "tax_folder_requests" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "tax_folder_requests_of_connection" ON "tax_folder_requests" USING btree ("connection_id","id");--> statement-breakpoint
CREATE INDEX "tax_folder_requests_expiring" ON "tax_folder_requests" USING btree ("expires_at") WHERE "tax_folder_requests"."state" in ('lista', 'entregada');--> statement-breakpoint
CREATE INDEX "tax_folder_requests_closing" ON "tax_folder_requests" USING btree ("close_again_at") WHERE "tax_folder_requests"."state" = 'cerrando';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_open" ON "webhook_deliveries" USING btree ("endpoint_id","next_attempt_at") WHERE "webhook_deliveries"."status" in ('pending', 'delivering');--> statement-breakpoint
CREATE INDEX "webhook_deliveries_failed" ON "webhook_deliveries" USING btree ("organization_id","endpoint_id","id") WHERE "webhook_deliveries"."status" = 'failed';--> statement-breakpoint
CREATE INDEX "webhook_events_by_type" ON "webhook_events" USING btree ("organization_id","type","id");--> statement-breakpoint
CREATE INDEX "webhook_events_by_connection" ON "webhook_events" USING btree ("organization_id","connection_id","id");--> statement-breakpoint
CREATE INDEX "webhook_events_by_age" ON "webhook_events" USING btree ("created_at");--> statement-breakpoint
CREATE POLICY "organization_wall" ON "call_days" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "connections" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then (deleted_at is null or id = (select current_setting('app.deleting', true))) when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then (deleted_at is null or id = (select current_setting('app.deleting', true))) when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "credentials" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "issuer_profiles" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "fee_receipt_policies" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "fee_receipt_requests" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "idempotency_keys" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "grants" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "api_keys" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "members" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "organization_connectors" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "organizations" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "invitations" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "document_acceptances" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "evidence" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "sync_jobs" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "login_attempts" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "operation_evidence" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "operation_files" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "operations" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "preparations" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "document_tickets" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "rate_windows" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "usage_slots" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "consents" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "links" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "outbox" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "records" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "coverage" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "tax_folder_recipients" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "tax_folder_requests" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "tax_folder_settings" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "webhook_attempts" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "webhook_deliveries" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "webhook_endpoints" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "webhook_events" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);
--> statement-breakpoint
-- From here on: what drizzle-kit cannot express. Calls, by month.
CREATE TABLE "audit" (
	"request_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"plane" text NOT NULL,
	"operation" text NOT NULL,
	"operation_request_id" text,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"connection_id" text,
	"outcome" text NOT NULL,
	"http_status" integer,
	"latency_ms" integer,
	"idempotency" text,
	"trace_label" text,
	"client_label" text,
	"source_network" text,
	"source_hash" bytea,
	"calls" integer,
	"on_behalf_of" text,
	"client_id" text,
	PRIMARY KEY ("request_id", "at"),
	CONSTRAINT "audit_connection" FOREIGN KEY ("organization_id", "connection_id")
		REFERENCES "connections" ("organization_id", "id")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "audit_default" PARTITION OF "audit" DEFAULT;
--> statement-breakpoint
CREATE INDEX "audit_by_organization" ON "audit" ("organization_id", "at");
--> statement-breakpoint
ALTER TABLE "audit" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "organization_wall" ON "audit" AS PERMISSIVE FOR ALL TO public
	USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end)
	WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);
--> statement-breakpoint
ALTER TABLE "rate_windows" SET UNLOGGED;
--> statement-breakpoint
ALTER TABLE "rate_windows" SET (fillfactor = 50);
--> statement-breakpoint
ALTER TABLE "usage_slots" SET (fillfactor = 50);
--> statement-breakpoint
-- The service's roles own no table, so housekeeping keeps the months through this one door. Calls are kept for 24
-- months: no term is shorter, and none counts from a later month than the newest call's.
CREATE FUNCTION maintain_audit_partitions(at timestamptz, keep_months integer)
RETURNS TABLE (made text, dropped text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
	first_month date := date_trunc('month', at AT TIME ZONE 'UTC')::date;
	newest_month date;
	cutoff date;
	month date;
	name text;
	old record;
	filled boolean;
BEGIN
	IF keep_months IS NULL OR keep_months < 24 THEN
		RAISE EXCEPTION 'calls are kept for 24 months' USING ERRCODE = 'check_violation';
	END IF;
	PERFORM pg_advisory_xact_lock(hashtext('maintain_audit_partitions'));
	PERFORM set_config('app.org_id', '*', true);
	FOR ahead IN 0..2 LOOP
		month := (first_month + make_interval(months => ahead))::date;
		name := 'audit_' || to_char(month, 'YYYY_MM');
		CONTINUE WHEN to_regclass('public.' || name) IS NOT NULL;
		-- A call that was on its way into the default would find itself refused there.
		LOCK TABLE public.audit IN SHARE ROW EXCLUSIVE MODE;
		EXECUTE format('CREATE TABLE public.%I (LIKE public.audit INCLUDING DEFAULTS)', name);
		EXECUTE format('WITH moved AS (DELETE FROM public.audit_default WHERE at >= %L AND at < %L RETURNING *)
			INSERT INTO public.%I SELECT * FROM moved',
			month || ' 00:00+00', (month + interval '1 month')::date || ' 00:00+00', name);
		EXECUTE format('ALTER TABLE public.audit ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)',
			name, month || ' 00:00+00', (month + interval '1 month')::date || ' 00:00+00');
		made := name; dropped := NULL; RETURN NEXT;
	END LOOP;
	SELECT date_trunc('month', max(a.at) AT TIME ZONE 'UTC')::date INTO newest_month FROM public.audit_default a;
	FOR old IN
		SELECT c.relname, to_date(right(c.relname, 7), 'YYYY_MM') AS began
		FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
		WHERE i.inhparent = 'public.audit'::regclass AND c.relname ~ '^audit_\d{4}_\d{2}$'
		ORDER BY began DESC
	LOOP
		EXIT WHEN newest_month >= old.began;
		EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', old.relname) INTO filled;
		IF filled THEN newest_month := old.began; END IF;
	END LOOP;
	cutoff := (least(first_month, newest_month) - make_interval(months => keep_months))::date;
	FOR old IN
		SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
		WHERE i.inhparent = 'public.audit'::regclass AND c.relname ~ '^audit_\d{4}_\d{2}$'
			AND to_date(right(c.relname, 7), 'YYYY_MM') < cutoff
	LOOP
		EXECUTE format('DROP TABLE public.%I', old.relname);
		made := NULL; dropped := old.relname; RETURN NEXT;
	END LOOP;
	DELETE FROM public.audit_default a WHERE a.at < (cutoff || ' 00:00+00')::timestamptz;
END $$;
--> statement-breakpoint
-- A finished row may not outlive the payload that it was made of, whoever writes it.
CREATE FUNCTION drop_stale_answer() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	NEW.answer := NULL;
	NEW.answer_contract := NULL;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER records_stale_answer BEFORE UPDATE ON "records" FOR EACH ROW
	WHEN (OLD.payload IS DISTINCT FROM NEW.payload AND NEW.answer IS NOT DISTINCT FROM OLD.answer AND NEW.answer IS NOT NULL)
	EXECUTE FUNCTION drop_stale_answer();
--> statement-breakpoint
-- What answers calls sees one organization at a time. Each of these answers it one question past the walls, as the
-- owner, who may speak for everybody; who asks goes on speaking for whom it spoke before. Who speaks for an
-- organization that waits for its deletion is nobody: its keys, agents and links answer as unknown.
--
-- Hashes other than the newest secret's are looked up by one query, which sees the keys of one moment: while a secret is
-- rotated, calls move a key from one hash to another, and of two queries the first could come before that move and the
-- second after it. The newest alone is tried first, since a query for a list takes longer. A subselect with an offset is
-- not joined in another way than by the index.
CREATE FUNCTION find_api_key(hashes bytea[], OUT id text, OUT organization_id text, OUT scopes text[],
	OUT connections text[], OUT hash bytea, OUT expires_at timestamptz, OUT revoked_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	asked text := coalesce(current_setting('app.org_id', true), '');
	speaking text;
BEGIN
	speaking := set_config('app.org_id', '*', true);
	SELECT k.id, k.organization_id, k.scopes, k.connections, k.hash, k.expires_at, k.revoked_at
	INTO id, organization_id, scopes, connections, hash, expires_at, revoked_at
	FROM public.api_keys k JOIN public.organizations o ON o.id = k.organization_id
	WHERE k.hash = hashes[1] AND o.deletes_at IS NULL;
	IF NOT FOUND AND cardinality(hashes) > 1 THEN
		SELECT k.id, k.organization_id, k.scopes, k.connections, k.hash, k.expires_at, k.revoked_at
		INTO id, organization_id, scopes, connections, hash, expires_at, revoked_at
		FROM unnest(hashes) one
		CROSS JOIN LATERAL (
			SELECT a.* FROM public.api_keys a JOIN public.organizations o ON o.id = a.organization_id
			WHERE a.hash = one AND o.deletes_at IS NULL OFFSET 0
		) k
		LIMIT 1;
	END IF;
	speaking := set_config('app.org_id', asked, true);
END $$;
--> statement-breakpoint
CREATE FUNCTION find_link(hashes bytea[], OUT id text, OUT organization_id text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	asked text := current_setting('app.org_id', true);
BEGIN
	PERFORM set_config('app.org_id', '*', true);
	SELECT l.id, l.organization_id INTO id, organization_id
	FROM public.links l JOIN public.organizations o ON o.id = l.organization_id
	WHERE l.token_hash = ANY (hashes) AND o.deletes_at IS NULL LIMIT 1;
	PERFORM set_config('app.org_id', coalesce(asked, ''), true);
END $$;
--> statement-breakpoint
CREATE FUNCTION find_grant(grant_id text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	asked text := current_setting('app.org_id', true);
	owner text;
BEGIN
	PERFORM set_config('app.org_id', '*', true);
	SELECT g.organization_id INTO owner
	FROM public.grants g JOIN public.organizations o ON o.id = g.organization_id
	WHERE g.id = grant_id AND o.deletes_at IS NULL;
	PERFORM set_config('app.org_id', coalesce(asked, ''), true);
	RETURN owner;
END $$;
--> statement-breakpoint
CREATE FUNCTION find_memberships(person text)
RETURNS TABLE (organization_id text, organization_name text, role text, can_issue boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	asked text := current_setting('app.org_id', true);
BEGIN
	PERFORM set_config('app.org_id', '*', true);
	RETURN QUERY
		SELECT o.id, o.name, m.role, m.can_issue
		FROM public.members m JOIN public.organizations o ON o.id = m.organization_id
		WHERE m.user_id = person ORDER BY o.name, o.id;
	PERFORM set_config('app.org_id', coalesce(asked, ''), true);
END $$;
--> statement-breakpoint
-- What decides whether a login may be made: four rows at most, and nobody's name. `ended_by` leaves out what a living
-- worker tries just then.
CREATE FUNCTION login_history(identities bytea[], secrets bytea[], counted text[], ended_by timestamptz)
RETURNS TABLE (part text, outcome text, at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
	asked text := current_setting('app.org_id', true);
BEGIN
	PERFORM set_config('app.org_id', '*', true);
	RETURN QUERY
		WITH tries AS (
			SELECT a.id, a.secret_hash, a.outcome, coalesce(a.ended_at, a.started_at)::timestamptz AS at
			FROM public.login_attempts a
			WHERE a.login_identity = ANY (identities)
				AND (a.outcome IS NULL OR a.outcome = ANY (counted))
				AND (ended_by IS NULL OR a.outcome IS NOT NULL OR NOT EXISTS (
					SELECT FROM public.sync_jobs j WHERE j.id = a.job_id AND j.token = a.token
						AND j.status = 'running' AND j.lease_until > ended_by)))
		(SELECT 'newest', t.outcome, t.at FROM tries t ORDER BY t.at DESC, t.id DESC LIMIT 2)
		UNION ALL
		(SELECT 'own', t.outcome, t.at FROM tries t WHERE t.secret_hash = ANY (secrets) ORDER BY t.at DESC, t.id DESC LIMIT 1)
		UNION ALL
		(SELECT 'blocked', t.outcome, t.at FROM tries t WHERE t.outcome = 'blocked' ORDER BY t.at DESC LIMIT 1);
	PERFORM set_config('app.org_id', coalesce(asked, ''), true);
END $$;
--> statement-breakpoint
CREATE FUNCTION find_cut(hash bytea, OUT id text, OUT organization_id text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	asked text := current_setting('app.org_id', true);
BEGIN
	PERFORM set_config('app.org_id', '*', true);
	SELECT c.id, c.organization_id INTO id, organization_id
	-- Of an organization that is to be deleted, too: until then it keeps the credential, and may stay after all.
	FROM public.consents c JOIN public.connections n ON n.id = c.connection_id
	WHERE c.cut_hash = hash AND n.deleted_at IS NULL;
	PERFORM set_config('app.org_id', coalesce(asked, ''), true);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION find_api_key(bytea[]), find_cut(bytea), find_grant(text), find_link(bytea[]), find_memberships(text),
	login_history(bytea[], bytea[], text[], timestamptz), maintain_audit_partitions(timestamptz, integer) FROM public;
