ALTER TABLE "connections" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "deletes_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "connections_to_erase" ON "connections" USING btree ("deleted_at") WHERE "connections"."deleted_at" is not null and "connections"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "organizations_to_erase" ON "organizations" USING btree ("deletes_at") WHERE "organizations"."deletes_at" is not null and "organizations"."erased_at" is null;--> statement-breakpoint
ALTER POLICY "organization_wall" ON "connections" TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then (deleted_at is null or id = (select current_setting('app.deleting', true))) when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then (deleted_at is null or id = (select current_setting('app.deleting', true))) when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
-- Who speaks for an organization that waits for its deletion is nobody: its keys, agents and links answer as unknown.
CREATE OR REPLACE FUNCTION find_api_key(hashes bytea[], OUT id text, OUT organization_id text, OUT scopes text[],
	OUT connections text[], OUT hash bytea, OUT expires_at timestamptz, OUT revoked_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	asked text := current_setting('app.org_id', true);
BEGIN
	PERFORM set_config('app.org_id', '*', true);
	SELECT k.id, k.organization_id, k.scopes, k.connections, k.hash, k.expires_at, k.revoked_at
	INTO id, organization_id, scopes, connections, hash, expires_at, revoked_at
	FROM public.api_keys k JOIN public.organizations o ON o.id = k.organization_id
	WHERE k.hash = ANY (hashes) AND o.deletes_at IS NULL LIMIT 1;
	PERFORM set_config('app.org_id', coalesce(asked, ''), true);
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION find_link(hashes bytea[], OUT id text, OUT organization_id text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	asked text := current_setting('app.org_id', true);
BEGIN
	PERFORM set_config('app.org_id', '*', true);
	SELECT l.id, l.organization_id INTO id, organization_id
	FROM public.links l JOIN public.organizations o ON o.id = l.organization_id
	WHERE l.token_hash = ANY (hashes) AND o.deletes_at IS NULL LIMIT 1;
	PERFORM set_config('app.org_id', coalesce(asked, ''), true);
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION find_grant(grant_id text) RETURNS text
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
