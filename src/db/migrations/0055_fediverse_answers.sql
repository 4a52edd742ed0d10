-- What people elsewhere answer to our events and say of them, what accounts here answer to events elsewhere, and what is
-- reported (docs/decisions/0055).

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Who comes from elsewhere. Without a date it is the event's own address that was answered: that of its first date.
create table fediverse_attendances (
  id bigint generated always as identity primary key,
  event_id bigint not null references events on delete cascade,
  occurrence_id bigint references occurrences on delete cascade,
  remote_actor_id bigint not null references remote_actors on delete cascade,
  join_uri text not null check (length(join_uri) <= 2000), -- the last Join: an Undo may name it alone
  -- Removed by who manages the event: refused from then on.
  state text not null default 'accepted' check (state in ('accepted', 'removed')),
  message text check (length(message) between 1 and 500),
  joined_at timestamptz not null default clock_timestamp(),
  unique nulls not distinct (event_id, remote_actor_id, occurrence_id)
);
create index fediverse_attendances_newest on fediverse_attendances (event_id, id desc) where state = 'accepted';
create index fediverse_attendances_date on fediverse_attendances (occurrence_id) where occurrence_id is not null;
create index fediverse_attendances_remote on fediverse_attendances (remote_actor_id);

-- What an account here was told of coming to an event elsewhere. The row outlives the account until its Leave is sent.
create table fediverse_joins (
  id bigint generated always as identity primary key,
  event_id bigint references events on delete set null,
  event_uri text not null check (length(event_uri) <= 2000),
  user_id bigint references users on delete set null,
  identity_id bigint not null references fediverse_identities on delete cascade, -- in whose name
  remote_actor_id bigint not null references remote_actors on delete cascade, -- whose event it is
  uri text not null unique check (length(uri) <= 2000), -- our Join
  state text not null default 'asked' check (state in ('asked', 'accepted', 'rejected', 'ignored', 'left')),
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  unique (event_id, user_id)
);
create index fediverse_joins_user on fediverse_joins (user_id);
create index fediverse_joins_remote on fediverse_joins (remote_actor_id);
create index fediverse_joins_identity on fediverse_joins (identity_id);
create index fediverse_joins_open on fediverse_joins (id) where state in ('asked', 'accepted');

-- What people elsewhere say of our events. Nobody but who manages the event sees it, but for a reply that they show.
create table fediverse_reactions (
  id bigint generated always as identity primary key,
  uri text not null unique check (uri ~ '^https?://' and length(uri) <= 2000), -- of the Like, the Announce, the note
  kind text not null check (kind in ('like', 'announce', 'reply')),
  event_id bigint not null references events on delete cascade,
  remote_actor_id bigint not null references remote_actors on delete cascade,
  content text check (length(content) between 1 and 5000), -- HTML, sanitised
  url text check (url ~ '^https?://' and length(url) <= 2000), -- the page that people read
  published_at timestamptz, -- as they say
  edited_at timestamptz,
  -- When it was written down, in the order of that: what came while a notice waits is told with it.
  created_at timestamptz not null default clock_timestamp(),
  shown_at timestamptz,
  shown_by bigint references users on delete set null,
  check ((kind = 'reply') = (content is not null)),
  check (kind = 'reply' or shown_at is null)
);
create unique index fediverse_reactions_once on fediverse_reactions (event_id, remote_actor_id, kind) where kind <> 'reply';
create index fediverse_reactions_newest on fediverse_reactions (event_id, id desc);
create index fediverse_reactions_shown on fediverse_reactions (event_id, id desc) where shown_at is not null;
create index fediverse_reactions_remote on fediverse_reactions (remote_actor_id, event_id);

-- Somebody complains of something here.
create table reports (
  id bigint generated always as identity primary key,
  host text not null check (length(host) between 1 and 260), -- whose server says it
  remote_actor_id bigint references remote_actors on delete set null,
  text text not null default '' check (length(text) <= 2000),
  status text not null default 'open' check (status in ('open', 'closed')),
  closed_by bigint references users on delete set null,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  check ((status = 'closed') = (closed_at is not null))
);
create index reports_open on reports (id) where status = 'open';
create index reports_closed on reports (closed_at desc, id desc) where status = 'closed';
create index reports_host on reports (host) where status = 'open';
create index reports_remote on reports (remote_actor_id) where remote_actor_id is not null;
create index reports_closer on reports (closed_by) where closed_by is not null;

-- What it is about: an event, a page, what somebody said. A row goes with what it is about.
create table report_subjects (
  id bigint generated always as identity primary key,
  report_id bigint not null references reports on delete cascade,
  event_id bigint references events on delete cascade,
  actor_id bigint references actors on delete cascade,
  reaction_id bigint references fediverse_reactions on delete cascade,
  check (num_nonnulls(event_id, actor_id, reaction_id) = 1),
  unique nulls not distinct (report_id, event_id, actor_id, reaction_id)
);
create index report_subjects_event on report_subjects (event_id) where event_id is not null;
create index report_subjects_actor on report_subjects (actor_id) where actor_id is not null;
create index report_subjects_reaction on report_subjects (reaction_id) where reaction_id is not null;

-- Who manages an event is told of what is said of it elsewhere, once a day; and who answered an event elsewhere, when they
-- are refused.
alter table notices
  drop constraint notices_kind_check,
  add constraint notices_kind_check check (kind in ('cancelled', 'postponed', 'rescheduled', 'moved_online', 'tentative',
    'restored', 'date_cancelled', 'date_moved', 'date_restored', 'dates', 'place', 'withdrawn', 'returned', 'message',
    'confirmation', 'invitation', 'answers', 'claim', 'published', 'reactions', 'refused')) not valid;
create unique index notices_reactions on notices (event_id) where kind = 'reactions' and started_at is null;
