-- The iCalendar address of somebody's personal calendar (docs/decisions/0041): one for each account, kept as a hash.
set local lock_timeout = '5s';
set local statement_timeout = '30s';

create table personal_calendars (
  user_id bigint primary key references users on delete cascade,
  hash bytea not null unique,
  -- What of the calendar is in it.
  layers text[] not null check (cardinality(layers) > 0 and layers <@ '{answers,starred,followed,managed}'::text[]),
  created_at timestamptz not null default now()
);
