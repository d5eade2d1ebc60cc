-- Calls are kept for 24 months: no term is shorter, and none counts from a later month than the newest call's.
CREATE OR REPLACE FUNCTION maintain_audit_partitions(at timestamptz, keep_months integer)
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
