-- Hosts that are listened to where an operator listens to few, accounts that move, in both directions (docs/decisions/0057).

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Where FEDERATION_ALLOW_ONLY is set: only these.
alter table fediverse_hosts add column is_allowed boolean not null default false;
-- What an operator decided of hosts, by name: the list that is exported.
create index fediverse_hosts_decided on fediverse_hosts (host) where is_blocked or is_allowed;

-- When somebody elsewhere moved last: once a day at most, however often they say so.
alter table remote_actors add column moved_at timestamptz;

-- The accounts that a page says it was before (FEP-7628): what it says of itself, and nothing that anybody checked.
create table fediverse_aliases (
  actor_id bigint not null references actors on delete cascade,
  uri text not null check (uri ~ '^https?://' and length(uri) <= 2000),
  handle text check (length(handle) between 3 and 500), -- as it was typed, for showing it
  created_at timestamptz not null default now(),
  primary key (actor_id, uri)
);

-- What a new key is told with is signed with the one before it, which others still know (sealed, as all keys are).
alter table fediverse_activities add column former_key bytea check (octet_length(former_key) between 100 and 10000);
create index fediverse_activities_former on fediverse_activities (id) where former_key is not null;

-- Where a page went: nothing of it federates any more.
alter table fediverse_identities
  add column moved_to text check (moved_to ~ '^https?://' and length(moved_to) <= 2000),
  add column moved_handle text check (length(moved_handle) between 3 and 500),
  add column moved_at timestamptz;
