-- Lists of all deliveries merge those of each endpoint, found by its key: this index was written three times for each
-- delivery. The release before sorts for its own lists until its functions are replaced. Failures get a smaller one,
-- of themselves alone, in drizzle/online.
DROP INDEX "webhook_deliveries_by_organization";
