-- A moderator hid what somebody elsewhere wrote: who manages the event cannot show it. Since when everybody had read it comes
-- back with it.
set local lock_timeout = '5s';
set local statement_timeout = '60s';
alter table fediverse_reactions add column hidden_at timestamptz, add column hidden_shown_at timestamptz;
