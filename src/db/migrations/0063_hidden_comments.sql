-- A moderator hid what somebody elsewhere wrote: who manages the event cannot show it.
set local lock_timeout = '5s';
set local statement_timeout = '60s';
alter table fediverse_reactions add column hidden_at timestamptz;
