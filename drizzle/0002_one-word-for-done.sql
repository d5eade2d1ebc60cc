-- Nothing was deployed before this: no release that still runs reads the columns or the word. No code has written `pdf`
-- since files have rows of their own; a file that is not there is fetched again.
SELECT set_config('app.org_id', '*', true);--> statement-breakpoint
ALTER TABLE "operations" DROP CONSTRAINT "operations_state";--> statement-breakpoint
ALTER TABLE "operations" DROP CONSTRAINT "operations_barrier";--> statement-breakpoint
UPDATE "operations" SET "state" = 'done' WHERE "state" = 'emitted';--> statement-breakpoint
ALTER TABLE "operations" DROP COLUMN "known_folios";--> statement-breakpoint
ALTER TABLE "operations" DROP COLUMN "pdf";--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_state" CHECK ("operations"."state" in ('queued', 'running', 'crossed', 'done', 'rejected', 'unknown', 'released')) NOT VALID;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_barrier" CHECK (("operations"."barrier_at" is not null) = ("operations"."state" in ('crossed', 'done', 'rejected', 'unknown'))) NOT VALID;