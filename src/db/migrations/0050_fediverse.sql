-- The Fediverse (ActivityPub): who we are there, whom we know, who follows whom, what was said and has to be delivered
-- (docs/decisions/0050).

-- A page of ours, or the instance itself, as others know it. It stays when the page is gone: its address is told to be gone.
create table fediverse_identities (
  id bigint generated always as identity primary key,
  actor_id bigint unique references actors on delete set null,
  is_instance boolean not null default false,
  -- What its address ends with: the page's name at the time, which others remember though the page is renamed.
  name text not null unique check (length(name) between 1 and 128),
  public_key text not null check (length(public_key) between 100 and 2000), -- PEM, SPKI
  private_key bytea not null check (octet_length(private_key) between 100 and 10000), -- sealed with a key that is not in here
  -- What others were told of it last (SHA-256): the same need not be told again.
  said bytea check (octet_length(said) = 32),
  gone_at timestamptz,
  created_at timestamptz not null default now(),
  check (not is_instance or actor_id is null)
);
create unique index fediverse_identities_instance on fediverse_identities (is_instance) where is_instance;

-- Somebody elsewhere, as their server described them last.
create table remote_actors (
  id bigint generated always as identity primary key,
  uri text not null unique check (uri ~ '^https?://' and length(uri) <= 2000),
  host text not null check (length(host) between 1 and 260),
  type text not null check (type in ('Person', 'Group', 'Organization', 'Service', 'Application')),
  username text check (length(username) between 1 and 200),
  name text check (length(name) between 1 and 300),
  url text check (url ~ '^https?://' and length(url) <= 2000),
  inbox text not null check (inbox ~ '^https?://' and length(inbox) <= 2000),
  shared_inbox text check (shared_inbox ~ '^https?://' and length(shared_inbox) <= 2000),
  key_id text not null check (length(key_id) <= 2000),
  public_key text not null check (length(public_key) <= 10000),
  fetched_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index remote_actors_key on remote_actors (key_id);
create index remote_actors_host on remote_actors (host);
create index remote_actors_inbox on remote_actors (coalesce(shared_inbox, inbox));
create index remote_actors_handle on remote_actors (username, host, id);

create table fediverse_followers (
  identity_id bigint not null references fediverse_identities on delete cascade,
  remote_actor_id bigint not null references remote_actors on delete cascade,
  follow_uri text not null check (length(follow_uri) <= 2000), -- an Undo may name it alone
  created_at timestamptz not null default now(),
  primary key (identity_id, remote_actor_id)
);
create index fediverse_followers_newest on fediverse_followers (identity_id, created_at desc, remote_actor_id);
create index fediverse_followers_remote on fediverse_followers (remote_actor_id);
create index fediverse_followers_uri on fediverse_followers (follow_uri);

-- Activities that were taken in, by the SHA-256 of their address: none is acted on twice.
create table fediverse_received (
  uri bytea primary key check (octet_length(uri) = 32),
  received_at timestamptz not null default now()
);
create index fediverse_received_at on fediverse_received (received_at);

-- What of ours was told to others, by its address; and what everybody could see and is gone.
create table fediverse_objects (
  uri text primary key check (length(uri) <= 2000),
  event_id bigint, -- no foreign key: it outlives the event
  identity_id bigint references fediverse_identities on delete cascade, -- who told it; none when nobody was told
  announcers bigint[] not null default '{}', -- identities that passed it on to their own followers
  said bytea check (octet_length(said) = 32), -- SHA-256 of what was told last
  status text check (length(status) <= 40),
  published_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  gone_at timestamptz
);
create index fediverse_objects_event on fediverse_objects (event_id);
create index fediverse_objects_identity on fediverse_objects (identity_id) where identity_id is not null;

-- An activity on its way; forgotten once it is delivered everywhere, or given up.
create table fediverse_activities (
  id bigint generated always as identity primary key,
  identity_id bigint not null references fediverse_identities on delete cascade,
  uri text not null unique check (length(uri) <= 2000),
  body text not null check (length(body) <= 1000000),
  created_at timestamptz not null default now()
);
create index fediverse_activities_identity on fediverse_activities (identity_id);

create table fediverse_deliveries (
  activity_id bigint not null references fediverse_activities on delete cascade,
  inbox text not null check (length(inbox) <= 2000),
  host text not null check (length(host) <= 260),
  tries int not null default 0,
  due_at timestamptz not null default now(),
  taken_until timestamptz, -- a process has it in hand until then
  created_at timestamptz not null default now(),
  primary key (activity_id, inbox)
);
-- In the order in which each inbox is told.
create index fediverse_deliveries_inbox on fediverse_deliveries (inbox, activity_id);
create index fediverse_deliveries_due on fediverse_deliveries (due_at);
create index fediverse_deliveries_host on fediverse_deliveries (host);

-- How it is with a host: whether it answers, and whether an operator wants nothing of it.
create table fediverse_hosts (
  host text primary key check (host = lower(host) and length(host) between 1 and 260),
  failures int not null default 0,
  retry_at timestamptz, -- nothing is delivered there before
  is_blocked boolean not null default false
);
