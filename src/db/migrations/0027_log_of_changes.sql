-- The table of changes becomes the log of everything that people can see, which search, notices and all else follow from
-- (docs/decisions/0024). Safe while the former version runs: it writes rows without a subject, which nothing follows from.

-- What was changed, also once it is gone for good; `actor_id` and `event_id` say in whose journal people see it.
alter table changes
  add column subject_kind text check (subject_kind in ('event', 'actor', 'agenda', 'user')),
  add column subject_id bigint,
  -- How it came about: by hand, by the clock, by an import, as sample content. By hand of nobody is of somebody who left.
  add column through text not null default 'person' check (through in ('person', 'schedule', 'import', 'sample')),
  -- As which page the person spoke. For those who manage it: who is behind a page is not told to others.
  add column by_actor_id bigint,
  add column is_public boolean not null default false,
  add column batch_id bigint,
  drop constraint changes_check;
create index changes_batch on changes (batch_id, id) where batch_id is not null;

-- That something was deleted is followed after it is gone, and an import writes thousands of rows: the log points at nothing.
-- Whoever removes an event or a page for good empties its journal (forgetJournals), and the nightly sweep what was missed.
alter table changes drop constraint changes_actor_id_fkey, drop constraint changes_event_id_fkey;

-- What was changed together, and how far it was followed: by name, those of src/changes.ts that wish to hear of it.
create table change_batches (
  id bigint generated always as identity primary key,
  wanted text[] not null,
  followed text[] not null default '{}',
  followed_at timestamptz, -- by all of them
  created_at timestamptz not null default now()
);
create index change_batches_open on change_batches (id) where followed_at is null;
create index change_batches_followed on change_batches (followed_at) where followed_at is not null;

-- A connection of the server says itself what of its changes is public. Of any other (an operator's, the former version's)
-- everything counts, as before.
create or replace function content_changed() returns trigger language plpgsql as $$
begin
  if current_setting('foyer.changes', true) is distinct from 'told' then
    perform pg_notify('content_changed', '');
  end if;
  return null;
end $$;
