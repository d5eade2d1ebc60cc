ALTER POLICY "organization_wall" ON "connections" TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
ALTER POLICY "organization_wall" ON "audit" TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
ALTER POLICY "organization_wall" ON "credentials" TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
ALTER POLICY "organization_wall" ON "issuer_profiles" TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
ALTER POLICY "organization_wall" ON "operation_evidence" TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
ALTER POLICY "organization_wall" ON "operations" TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
ALTER POLICY "organization_wall" ON "preparations" TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
ALTER POLICY "organization_wall" ON "idempotency_keys" TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
ALTER POLICY "organization_wall" ON "grants" TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
ALTER POLICY "organization_wall" ON "api_keys" TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
ALTER POLICY "organization_wall" ON "members" TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
ALTER POLICY "organization_wall" ON "organization_connectors" TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
ALTER POLICY "organization_wall" ON "organizations" TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
ALTER POLICY "organization_wall" ON "invitations" TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
ALTER POLICY "organization_wall" ON "evidence" TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
ALTER POLICY "organization_wall" ON "sync_jobs" TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
ALTER POLICY "organization_wall" ON "login_attempts" TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
ALTER POLICY "organization_wall" ON "rate_windows" TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
ALTER POLICY "organization_wall" ON "usage_slots" TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
ALTER POLICY "organization_wall" ON "links" TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
ALTER POLICY "organization_wall" ON "outbox" TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
ALTER POLICY "organization_wall" ON "records" TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
ALTER POLICY "organization_wall" ON "coverage" TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
ALTER POLICY "organization_wall" ON "webhook_attempts" TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
ALTER POLICY "organization_wall" ON "webhook_deliveries" TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
ALTER POLICY "organization_wall" ON "webhook_endpoints" TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
ALTER POLICY "organization_wall" ON "webhook_events" TO public USING (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end) WITH CHECK (case (select nullif(current_setting('app.org_id', true), '')) when organization_id then true when '*' then (select pg_has_role(current_user, 'connect_system', 'member')) else false end);--> statement-breakpoint
-- What answers calls sees one organization at a time. Each of these answers it one question past the walls, as the
-- owner, who may speak for everybody; who asks goes on speaking for whom it spoke before.
CREATE FUNCTION find_api_key(hashes bytea[], OUT id text, OUT organization_id text, OUT scopes text[],
	OUT connections text[], OUT hash bytea, OUT expires_at timestamptz, OUT revoked_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	asked text := current_setting('app.org_id', true);
BEGIN
	PERFORM set_config('app.org_id', '*', true);
	SELECT k.id, k.organization_id, k.scopes, k.connections, k.hash, k.expires_at, k.revoked_at
	INTO id, organization_id, scopes, connections, hash, expires_at, revoked_at
	FROM public.api_keys k WHERE k.hash = ANY (hashes) LIMIT 1;
	PERFORM set_config('app.org_id', coalesce(asked, ''), true);
END $$;--> statement-breakpoint
CREATE FUNCTION find_link(hashes bytea[], OUT id text, OUT organization_id text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	asked text := current_setting('app.org_id', true);
BEGIN
	PERFORM set_config('app.org_id', '*', true);
	SELECT l.id, l.organization_id INTO id, organization_id
	FROM public.links l WHERE l.token_hash = ANY (hashes) LIMIT 1;
	PERFORM set_config('app.org_id', coalesce(asked, ''), true);
END $$;--> statement-breakpoint
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
END $$;--> statement-breakpoint
CREATE FUNCTION find_grant(grant_id text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	asked text := current_setting('app.org_id', true);
	owner text;
BEGIN
	PERFORM set_config('app.org_id', '*', true);
	SELECT g.organization_id INTO owner FROM public.grants g WHERE g.id = grant_id;
	PERFORM set_config('app.org_id', coalesce(asked, ''), true);
	RETURN owner;
END $$;--> statement-breakpoint
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
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION find_api_key(bytea[]), find_link(bytea[]), find_grant(text), find_memberships(text), login_history(bytea[], bytea[], text[], timestamptz) FROM public;
