ALTER TABLE "links" DROP CONSTRAINT "links_state";--> statement-breakpoint
CREATE INDEX "links_newest" ON "links" USING btree ("organization_id","created_at");--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_state" CHECK ("links"."state" in ('open', 'verifying', 'consumed', 'annulled'));