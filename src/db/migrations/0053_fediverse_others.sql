-- Events of others (docs/decisions/0053): whom accounts here follow elsewhere, what these say, and what each page here
-- wants of the Fediverse.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- An event of somebody elsewhere is an event that is not listed: nobody sees it but who follows them.
alter table events drop constraint events_workflow_check;
alter table events add constraint events_workflow_check
  check (workflow in ('draft', 'scheduled', 'published', 'remote')) not valid;

-- More of what somebody elsewhere says of themselves.
alter table remote_actors
  add column software text check (length(software) between 1 and 100), -- what their server runs (NodeInfo)
  add column summary text check (length(summary) <= 20000), -- HTML, sanitised
  add column icon_url text check (icon_url ~ '^https?://' and length(icon_url) <= 2000),
  add column followers_uri text check (length(followers_uri) <= 2000),
  add column approves_followers boolean not null default false,
  add column also_known_as text[] not null default '{}' check (cardinality(also_known_as) <= 20),
  add column moved_to text check (length(moved_to) <= 2000);

-- An account here wants to see what somebody elsewhere organises. Nobody elsewhere learns which account.
create table fediverse_follows (
  user_id bigint not null references users on delete cascade,
  remote_actor_id bigint not null references remote_actors on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, remote_actor_id)
);
create index fediverse_follows_remote on fediverse_follows (remote_actor_id);

-- Whom the instance follows, for all accounts that want it: asked once, and until they answer.
create table fediverse_following (
  remote_actor_id bigint primary key references remote_actors on delete cascade,
  uri text not null unique check (length(uri) <= 2000), -- our Follow
  state text not null default 'asked' check (state in ('asked', 'accepted', 'rejected')),
  asked_at timestamptz not null default now(),
  answered_at timestamptz
);

-- Where an event of somebody elsewhere came from.
create table fediverse_events (
  event_id bigint primary key references events on delete cascade,
  uri text not null unique check (uri ~ '^https?://' and length(uri) <= 2000),
  url text not null check (url ~ '^https?://' and length(url) <= 2000), -- the page that people read
  remote_actor_id bigint not null references remote_actors on delete cascade, -- whose it is
  join_mode text check (join_mode in ('free', 'restricted', 'invite', 'external', 'none')),
  -- An event here that is the same one: shown in its stead where everybody sees it.
  same_as bigint references events on delete set null,
  said bytea not null check (octet_length(said) = 32), -- SHA-256 of what was read last
  said_at timestamptz, -- when they changed it last, as they say
  fetched_at timestamptz not null default now()
);
create index fediverse_events_remote on fediverse_events (remote_actor_id);
create index fediverse_events_same on fediverse_events (same_as) where same_as is not null;

-- Who else passed it on: whoever follows these sees it too.
create table fediverse_event_announcers (
  event_id bigint not null references fediverse_events on delete cascade,
  remote_actor_id bigint not null references remote_actors on delete cascade,
  uri text not null check (length(uri) <= 2000), -- their Announce
  primary key (event_id, remote_actor_id)
);
create index fediverse_event_announcers_remote on fediverse_event_announcers (remote_actor_id);

-- An event of somebody elsewhere ends with what is known of its origin.
create function remove_remote_event() returns trigger language plpgsql as $$
begin
  delete from events where id = old.event_id and workflow = 'remote';
  return null;
end $$;
create trigger remote_event_removed after delete on fediverse_events for each row execute function remove_remote_event();

-- What was deleted elsewhere (SHA-256 of its address): it stays so, whatever comes later on the way.
create table fediverse_tombstones (
  uri bytea primary key check (octet_length(uri) = 32),
  gone_at timestamptz not null default now()
);
create index fediverse_tombstones_at on fediverse_tombstones (gone_at);

-- What a page wants of the Fediverse; the defaults hold for those without a row.
create table fediverse_settings (
  actor_id bigint primary key references actors on delete cascade,
  -- Everybody there; only who follows it (nothing is passed on, the outbox is empty); nobody: as if there were no page.
  audience text not null default 'everyone' check (audience in ('everyone', 'followers', 'nobody')),
  has_comments boolean not null default false, -- people elsewhere may comment; each is hidden until somebody of the page shows it
  joining text not null default 'everyone' check (joining in ('everyone', 'followers', 'nobody')), -- who may say from elsewhere that they come
  shows_counts boolean not null default false -- how many follow it, as others see it
);
