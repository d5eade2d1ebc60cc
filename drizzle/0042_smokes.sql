CREATE TABLE "smokes" (
	"id" text PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"results" jsonb NOT NULL
);
