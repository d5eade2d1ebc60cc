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
ALTER TABLE "rate_windows" DROP CONSTRAINT "rate_windows_key";
--> statement-breakpoint
ALTER TABLE "rate_windows" DROP CONSTRAINT "rate_windows_key_id_starts_at_pk";--> statement-breakpoint
ALTER TABLE "rate_windows" ALTER COLUMN "key_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "connections" text[];--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "can_issue" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "last_seen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "rate_windows" ADD COLUMN "credential_id" text;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "grants_one_active" ON "grants" USING btree ("organization_id","user_id","client_id") WHERE "grants"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "grants_of_person" ON "grants" USING btree ("user_id") WHERE "grants"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "grants_by_organization" ON "grants" USING btree ("organization_id","consented_at");--> statement-breakpoint
ALTER TABLE "rate_windows" ADD CONSTRAINT "rate_windows_credential" UNIQUE("organization_id","credential_id","starts_at");--> statement-breakpoint
ALTER TABLE "rate_windows" ADD CONSTRAINT "rate_windows_key_before" UNIQUE("key_id","starts_at");--> statement-breakpoint
CREATE POLICY "organization_wall" ON "grants" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then true else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then true else false end);--> statement-breakpoint
-- Of an agent by its grant: the person who let it act, and which program it is.
ALTER TABLE "audit" ADD COLUMN "on_behalf_of" text;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "client_id" text;
