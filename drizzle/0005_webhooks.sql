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
	CONSTRAINT "webhook_deliveries_once" UNIQUE("endpoint_id","event_id"),
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
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery" FOREIGN KEY ("organization_id","endpoint_id","delivery_id") REFERENCES "public"."webhook_deliveries"("organization_id","endpoint_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint" FOREIGN KEY ("organization_id","endpoint_id") REFERENCES "public"."webhook_endpoints"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event" FOREIGN KEY ("organization_id","event_id") REFERENCES "public"."webhook_events"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_endpoint" FOREIGN KEY ("organization_id","endpoint_id") REFERENCES "public"."webhook_endpoints"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_open" ON "webhook_deliveries" USING btree ("endpoint_id","next_attempt_at") WHERE "webhook_deliveries"."status" in ('pending', 'delivering');--> statement-breakpoint
CREATE INDEX "webhook_events_by_type" ON "webhook_events" USING btree ("organization_id","type","id");--> statement-breakpoint
CREATE INDEX "webhook_events_by_connection" ON "webhook_events" USING btree ("organization_id","connection_id","id");--> statement-breakpoint
CREATE POLICY "organization_wall" ON "webhook_attempts" AS PERMISSIVE FOR ALL TO public USING (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*') WITH CHECK (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*');--> statement-breakpoint
CREATE POLICY "organization_wall" ON "webhook_deliveries" AS PERMISSIVE FOR ALL TO public USING (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*') WITH CHECK (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*');--> statement-breakpoint
CREATE POLICY "organization_wall" ON "webhook_endpoints" AS PERMISSIVE FOR ALL TO public USING (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*') WITH CHECK (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*');--> statement-breakpoint
CREATE POLICY "organization_wall" ON "webhook_events" AS PERMISSIVE FOR ALL TO public USING (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*') WITH CHECK (organization_id = nullif(current_setting('app.org_id', true), '') or nullif(current_setting('app.org_id', true), '') = '*');