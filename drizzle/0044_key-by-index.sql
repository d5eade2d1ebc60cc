-- One hash at a time: of `= ANY` nobody can tell how many rows it finds, and with some hundreds of keys all of them were
-- read for each call. And a setting is assigned, which takes less than a query for it.
CREATE OR REPLACE FUNCTION find_api_key(hashes bytea[], OUT id text, OUT organization_id text, OUT scopes text[],
	OUT connections text[], OUT hash bytea, OUT expires_at timestamptz, OUT revoked_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	asked text := coalesce(current_setting('app.org_id', true), '');
	speaking text;
	one bytea;
BEGIN
	speaking := set_config('app.org_id', '*', true);
	FOREACH one IN ARRAY hashes LOOP
		SELECT k.id, k.organization_id, k.scopes, k.connections, k.hash, k.expires_at, k.revoked_at
		INTO id, organization_id, scopes, connections, hash, expires_at, revoked_at
		FROM public.api_keys k JOIN public.organizations o ON o.id = k.organization_id
		WHERE k.hash = one AND o.deletes_at IS NULL;
		EXIT WHEN FOUND;
	END LOOP;
	speaking := set_config('app.org_id', asked, true);
END $$;
