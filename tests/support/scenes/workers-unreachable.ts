/** Every visit fails at once, as with an unreachable portal, so that no call waits for a worker. */
export const workersUnreachable = `
  create function visit_fails() returns trigger language plpgsql as $$
  begin
    new.status := 'failed'; new.last_error := 'upstream_error'; new.finished_at := new.created_at;
    return new;
  end $$;
  create trigger visit_fails before insert on sync_jobs for each row execute function visit_fails()`;
