-- Many events that an import brings ask a page to confirm once, together: one notice for each page that waits to be told.
create unique index notices_confirmations on notices (actor_id)
  where kind = 'confirmation' and event_id is null and started_at is null;
