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
ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_creator";
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitations_by_organization" ON "invitations" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "mail_codes_expiring" ON "mail_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "tallies_by_age" ON "tallies" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "used_forms_by_age" ON "used_forms" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox" USING btree ("next_attempt_at") WHERE "outbox"."state" = 'waiting';--> statement-breakpoint
CREATE POLICY "organization_wall" ON "invitations" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then true else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then true else false end);--> statement-breakpoint
CREATE POLICY "organization_wall" ON "outbox" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then true else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then true else false end);