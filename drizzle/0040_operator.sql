CREATE TABLE "holds" (
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "holds_kind_subject_pk" PRIMARY KEY("kind","subject"),
	CONSTRAINT "holds_kind" CHECK ("holds"."kind" in ('system', 'emissions'))
);
--> statement-breakpoint
CREATE TABLE "operator_actions" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"operator" text NOT NULL,
	"command" text NOT NULL,
	"subject" text,
	"organization" text,
	"reason" text,
	"options" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "operator_actions_at" ON "operator_actions" USING btree ("at");