-- A visitor of a link was on record as a member of the organization.
SELECT set_config('app.org_id', '*', true);--> statement-breakpoint
UPDATE "audit" SET "actor_kind" = 'link' WHERE "operation" = 'connect.submit' AND "actor_kind" = 'member';--> statement-breakpoint
UPDATE "sync_jobs" SET "actor_kind" = 'link' WHERE "kind" = 'link' AND "actor_kind" = 'member';
