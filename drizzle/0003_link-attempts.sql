ALTER TABLE "links" ADD COLUMN "company_rut" text;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "job_id" text;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "attempted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "links_verifying" ON "links" USING btree ("attempted_at") WHERE "links"."state" = 'verifying';--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_sealed" CHECK (("links"."state" = 'verifying') = ("links"."sealed" is not null));