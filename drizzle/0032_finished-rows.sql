ALTER TABLE "records" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "records" ADD COLUMN "answer_contract" text;--> statement-breakpoint
-- A finished row may not outlive the payload that it was made of, whoever writes it: a worker of the release before, too.
CREATE FUNCTION drop_stale_answer() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	NEW.answer := NULL;
	NEW.answer_contract := NULL;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER records_stale_answer BEFORE UPDATE ON "records" FOR EACH ROW
	WHEN (OLD.payload IS DISTINCT FROM NEW.payload AND NEW.answer IS NOT DISTINCT FROM OLD.answer AND NEW.answer IS NOT NULL)
	EXECUTE FUNCTION drop_stale_answer();
