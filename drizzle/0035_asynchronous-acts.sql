ALTER TABLE "sync_jobs" DROP CONSTRAINT "sync_jobs_kind";--> statement-breakpoint
DROP INDEX "sync_jobs_one_running_per_connection";--> statement-breakpoint
DROP INDEX "sync_jobs_one_session_per_login";--> statement-breakpoint
DROP INDEX "operations_expiring";--> statement-breakpoint
ALTER TABLE "preparations" ALTER COLUMN "tipo_dte" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_jobs" ADD COLUMN "asked" "bytea";--> statement-breakpoint
ALTER TABLE "sync_jobs" ADD COLUMN "answer" "bytea";--> statement-breakpoint
ALTER TABLE "sync_jobs" ADD COLUMN "answer_expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sync_jobs" ADD COLUMN "exclusive" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "asked" "bytea";--> statement-breakpoint
CREATE INDEX "sync_jobs_answers" ON "sync_jobs" USING btree ("answer_expires_at") WHERE "sync_jobs"."answer_expires_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sync_jobs_one_running_per_connection" ON "sync_jobs" USING btree ("connection_id") WHERE "sync_jobs"."status" = 'running' and "sync_jobs"."exclusive";--> statement-breakpoint
CREATE UNIQUE INDEX "sync_jobs_one_session_per_login" ON "sync_jobs" USING btree ("login_identity") WHERE "sync_jobs"."status" = 'running' and "sync_jobs"."exclusive";--> statement-breakpoint
CREATE INDEX "operations_expiring" ON "operations" USING btree ("outcome_expires_at") WHERE "operations"."outcome_expires_at" is not null;--> statement-breakpoint
ALTER TABLE "sync_jobs" ADD CONSTRAINT "sync_jobs_kind" CHECK ("sync_jobs"."kind" in ('sync', 'verify', 'link', 'preview', 'emission', 'reconcile', 'pdf', 'live'));