-- A moderator hid what somebody elsewhere wrote: who manages the event cannot show it.
alter table fediverse_reactions add column hidden_at timestamptz;
