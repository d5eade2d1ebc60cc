import { backfill, type OnlineStep } from "#lib/db/online-steps.ts";

/** What was given up before it had a term: thirty days, as every kept answer has. */
export const releasedAnswers: OnlineStep = {
  name: "0049-released-answers",
  run: backfill(`
    with batch as (
      select id from operations where $1::text is null or id > $1 order by id limit $2
    ),
    changed as (
      update operations o set outcome_expires_at = o.finished_at + interval '30 days'
      from batch where o.id = batch.id and o.state = 'released'
        and o.outcome is not null and o.outcome_expires_at is null
      returning o.id
    )
    select (select count(*)::int from changed) as rows, max(id) as cursor from batch`),
};
