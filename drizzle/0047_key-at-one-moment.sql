-- Hashes other than the newest secret's are looked up by one query, which sees the keys of one moment: while a secret is
-- rotated, calls move a key from one hash to another, and of two queries the first could come before that move and the
-- second after it. The newest alone is tried first, since a query for a list takes longer. A subselect with an offset is
-- not joined in another way than by the index.
CREATE OR REPLACE FUNCTION find_api_key(hashes bytea[], OUT id text, OUT organization_id text, OUT scopes text[],
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
