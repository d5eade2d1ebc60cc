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
	CONSTRAINT "connections_organization_id" UNIQUE("organization_id","id"),
	CONSTRAINT "connections_credencial" CHECK ("connections"."credencial" in ('viva', 'rechazada', 'expirada', 'revocada', 'ausente'))
);
--> statement-breakpoint
ALTER TABLE "connections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "usage_slots" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"periodo" text NOT NULL,
	"calls" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "usage_slots" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
	CONSTRAINT "organizations_plan" CHECK ("organizations"."plan" in ('free', 'pro', 'business')),
	CONSTRAINT "organizations_billing" CHECK ("organizations"."billing" in ('active', 'past_due', 'none'))
);
--> statement-breakpoint
ALTER TABLE "organizations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "indicator_values" (
	"codigo" text NOT NULL,
	"fecha" text NOT NULL,
	"valor" double precision NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "indicator_values_codigo_fecha_pk" PRIMARY KEY("codigo","fecha")
);
--> statement-breakpoint
CREATE TABLE "rate_windows" (
	"organization_id" text NOT NULL,
	"key_id" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"hits" integer NOT NULL,
	CONSTRAINT "rate_windows_key_id_starts_at_pk" PRIMARY KEY("key_id","starts_at")
);
--> statement-breakpoint
ALTER TABLE "rate_windows" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
	CONSTRAINT "records_connection_id_dataset_id_pk" PRIMARY KEY("connection_id","dataset","id")
);
--> statement-breakpoint
ALTER TABLE "records" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"organization_id" text NOT NULL,
	"key" text NOT NULL,
	"tool_id" text NOT NULL,
	"connection_id" text,
	"fingerprint" "bytea" NOT NULL,
	"state" text NOT NULL,
	"token" text NOT NULL,
	"lease_until" timestamp (3) with time zone NOT NULL,
	"response" "bytea",
	"outcome" text,
	"http_status" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"response_expires_at" timestamp (3) with time zone,
	CONSTRAINT "idempotency_keys_organization_id_key_pk" PRIMARY KEY("organization_id","key"),
	CONSTRAINT "idempotency_keys_state" CHECK ("idempotency_keys"."state" in ('running', 'finished'))
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_slots" ADD CONSTRAINT "usage_slots_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_creator" FOREIGN KEY ("organization_id","created_by") REFERENCES "public"."members"("organization_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_connectors" ADD CONSTRAINT "organization_connectors_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_windows" ADD CONSTRAINT "rate_windows_key" FOREIGN KEY ("organization_id","key_id") REFERENCES "public"."api_keys"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "records" ADD CONSTRAINT "records_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connections_by_organization" ON "connections" USING btree ("organization_id","connector","created_at");--> statement-breakpoint
CREATE INDEX "usage_slots_by_connection" ON "usage_slots" USING btree ("connection_id","periodo");--> statement-breakpoint
CREATE INDEX "api_keys_by_organization" ON "api_keys" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "records_in_order" ON "records" USING btree ("connection_id","dataset","sort_key","id");--> statement-breakpoint
CREATE INDEX "records_of_account_in_order" ON "records" USING btree ("connection_id","dataset","account","sort_key","id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_expiring" ON "idempotency_keys" USING btree ("response_expires_at") WHERE "idempotency_keys"."response" is not null;--> statement-breakpoint
CREATE POLICY "organization_wall" ON "connections" AS PERMISSIVE FOR ALL TO public USING (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*') WITH CHECK (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*');--> statement-breakpoint
CREATE POLICY "organization_wall" ON "usage_slots" AS PERMISSIVE FOR ALL TO public USING (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*') WITH CHECK (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*');--> statement-breakpoint
CREATE POLICY "organization_wall" ON "api_keys" AS PERMISSIVE FOR ALL TO public USING (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*') WITH CHECK (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*');--> statement-breakpoint
CREATE POLICY "organization_wall" ON "members" AS PERMISSIVE FOR ALL TO public USING (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*') WITH CHECK (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*');--> statement-breakpoint
CREATE POLICY "organization_wall" ON "organization_connectors" AS PERMISSIVE FOR ALL TO public USING (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*') WITH CHECK (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*');--> statement-breakpoint
CREATE POLICY "organization_wall" ON "organizations" AS PERMISSIVE FOR ALL TO public USING (id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*') WITH CHECK (id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*');--> statement-breakpoint
CREATE POLICY "organization_wall" ON "rate_windows" AS PERMISSIVE FOR ALL TO public USING (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*') WITH CHECK (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*');--> statement-breakpoint
CREATE POLICY "organization_wall" ON "records" AS PERMISSIVE FOR ALL TO public USING (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*') WITH CHECK (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*');--> statement-breakpoint
CREATE POLICY "organization_wall" ON "idempotency_keys" AS PERMISSIVE FOR ALL TO public USING (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*') WITH CHECK (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*');