-- Publishing: who answered what, who confirmed whom, who changed what; pages and events taken away for good.

-- What is deleted is gone for every reader at once (each of them leaves drafts out); the row keeps its address taken.
alter table actors add column deleted_at timestamptz;
alter table actors add column deleted_status text check (deleted_status in ('draft', 'published', 'archived'));
alter table actors add constraint actors_deleted check ((deleted_at is null) = (deleted_status is null) and (deleted_at is null or status = 'draft'));
alter table events add column deleted_at timestamptz;
alter table events add column deleted_workflow text check (deleted_workflow in ('draft', 'scheduled', 'published'));
alter table events add constraint events_deleted check ((deleted_at is null) = (deleted_workflow is null) and (deleted_at is null or workflow = 'draft'));
create index actors_deleted on actors (deleted_at) where deleted_at is not null;
create index events_deleted on events (deleted_at) where deleted_at is not null;

alter table events add column created_by bigint references users on delete set null;
create index events_created_by on events (created_by) where created_by is not null;

-- An invitation by e-mail names an address until its owner, signed in, accepts: so that nobody learns here which
-- addresses have an account.
alter table relations drop constraint relations_check1;
alter table relations add column email text check (length(email) between 3 and 254 and email ~ '^[^@\s[:cntrl:]]+@[^@\s[:cntrl:]]+$');
alter table relations add column invited_by bigint references users on delete set null;
alter table relations add constraint relations_one_side check (num_nonnulls(related_actor_id, user_id, email) = 1);
alter table relations add constraint relations_email_pending
  check (email is null or (status = 'pending' and relation in ('owner', 'member', 'assistant')));
create unique index relations_of_email on relations (actor_id, lower(email)) where email is not null;
create index relations_invited on relations (lower(email)) where email is not null;
create index relations_invited_by on relations (invited_by) where invited_by is not null;
update relations set is_visible = false where user_id is not null and relation in ('owner', 'assistant');

create index event_organizers_pending on event_organizers (actor_id, event_id) where status = 'pending';

-- What the people of a tagged place or performer said to that: it outlives every rewriting of the line-up.
create table event_confirmations (
  event_id bigint not null references events on delete cascade,
  actor_id bigint not null references actors on delete cascade,
  part text not null check (part in ('place', 'performer')),
  status text not null check (status in ('accepted', 'declined', 'untagged')),
  user_id bigint references users on delete set null,
  answered_at timestamptz not null default now(),
  primary key (event_id, actor_id, part)
);
create index event_confirmations_actor on event_confirmations (actor_id);
create index event_confirmations_user on event_confirmations (user_id) where user_id is not null;

-- One answer of a person for the whole event (no occurrence) and one for each of its dates.
create table attendances (
  id bigint generated always as identity primary key,
  event_id bigint not null references events on delete cascade,
  occurrence_id bigint references occurrences on delete cascade,
  user_id bigint not null references users on delete cascade,
  actor_id bigint not null references actors on delete cascade,
  value text not null check (value in ('interested', 'confirmed', 'declined')),
  visibility text not null default 'organisers' check (visibility in ('organisers', 'public')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique nulls not distinct (event_id, user_id, occurrence_id)
);
create index attendances_by_date on attendances (event_id, created_at desc, id desc);
create index attendances_occurrence on attendances (occurrence_id) where occurrence_id is not null;
create index attendances_actor on attendances (actor_id);
create index attendances_user on attendances (user_id, event_id);

-- Who changed what of a page or an event, and when. Long texts are only named.
create table changes (
  id bigint generated always as identity primary key,
  actor_id bigint references actors on delete cascade,
  event_id bigint references events on delete cascade,
  user_id bigint references users on delete set null,
  action text not null check (length(action) between 1 and 40),
  fields jsonb not null default '{}' check (jsonb_typeof(fields) = 'object'), -- {"start": ["before", "after"]}
  by_office boolean not null default false, -- an administrator used the rights of the office
  created_at timestamptz not null default now(),
  check (num_nonnulls(actor_id, event_id) = 1)
);
create index changes_actor on changes (actor_id, id desc) where actor_id is not null;
create index changes_event on changes (event_id, id desc) where event_id is not null;
create index changes_user on changes (user_id) where user_id is not null;
