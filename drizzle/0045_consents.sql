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
ALTER TABLE "credentials" ADD COLUMN "access_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "access_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "consent" jsonb;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "agreed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "cut_hash" "bytea";--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."connections"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "consents_in_force" ON "consents" USING btree ("organization_id","connection_id") WHERE "consents"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "consents_of_connection" ON "consents" USING btree ("organization_id","connection_id","agreed_at");--> statement-breakpoint
CREATE INDEX "credentials_ending" ON "credentials" USING btree ("access_until") WHERE "credentials"."access_until" is not null;--> statement-breakpoint
CREATE POLICY "organization_wall" ON "consents" AS PERMISSIVE FOR ALL TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
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
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION find_cut(bytea) FROM public;
