-- Accounts: people who sign in, what they prefer, and the pages they have a hand in.
-- Secrets are never kept: of session ids, links and tokens (all at least 128 random bits) only a SHA-256, of passwords argon2id.

create table users (
  id bigint generated always as identity primary key,
  username text not null unique check (username ~ '^[a-z0-9_][a-z0-9_.-]{1,28}[a-z0-9_]$'),
  password text not null check (password like '$argon2id$%'),
  password_changed_at timestamptz not null default now(),
  name text check (length(name) between 1 and 100),
  language text not null check (language in ('fr', 'en', 'nl')),
  timezone text not null check (length(timezone) between 1 and 64),
  -- The public person they speak as: attendance, fediverse.
  identity_id bigint references actors on delete set null,
  newsletter_frequency text not null default 'none' check (newsletter_frequency in ('none', 'daily', 'weekly', 'monthly')),
  newsletter_language text check (newsletter_language in ('fr', 'en', 'nl')), -- the account's own when null
  newsletter_weekday int not null default 4 check (newsletter_weekday between 1 and 7), -- ISO 8601: 1 is Monday
  newsletter_hour int not null default 8 check (newsletter_hour between 0 and 23), -- in the account's time zone
  notify text[] not null default '{invitation,page,change,answer}'
    check (notify <@ '{invitation,page,change,answer}'::text[]),
  is_moderator boolean not null default false,
  is_admin boolean not null default false,
  totp_secret text check (totp_secret ~ '^[A-Z2-7]{32,}$'), -- RFC 6238; in use once confirmed
  totp_confirmed_at timestamptz check (totp_confirmed_at is null or totp_secret is not null),
  totp_last_step bigint, -- a code is taken once
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index users_identity on users (identity_id) where identity_id is not null;

-- Anyone can claim an address; it belongs to whoever has opened the link sent to it, and only to them. So an address that
-- is known here is never told apart from one that is not, and nobody can keep it from its owner.
create table emails (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  email text not null check (length(email) between 3 and 254 and email ~ '^[^@\s[:cntrl:]]+@[^@\s[:cntrl:]]+$'),
  is_primary boolean not null default false,
  verified_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index emails_verified on emails (lower(email)) where verified_at is not null;
create unique index emails_once on emails (user_id, lower(email));
create unique index emails_primary on emails (user_id) where is_primary;
create index emails_claimed on emails (lower(email));

create table sessions (
  id bigint generated always as identity primary key,
  hash bytea not null unique check (length(hash) = 32),
  user_id bigint not null references users on delete cascade,
  user_agent text check (length(user_agent) <= 300),
  address text check (length(address) <= 50), -- coarse: 203.0.113.0/24, 2001:db8:1::/48
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table api_tokens (
  id bigint generated always as identity primary key,
  hash bytea not null unique check (length(hash) = 32),
  user_id bigint not null references users on delete cascade,
  name text not null check (length(name) between 1 and 100),
  hint text not null check (length(hint) = 4), -- its last characters, to tell one from another
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ '{read,follow,write}'::text[]),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz not null
);
create index api_tokens_user on api_tokens (user_id);

-- Links sent by mail: verify an address, set a new password. Used once, then gone.
create table mailed_tokens (
  hash bytea primary key check (length(hash) = 32),
  purpose text not null check (purpose in ('verify', 'reset')),
  user_id bigint not null references users on delete cascade,
  email_id bigint not null references emails on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index mailed_tokens_user on mailed_tokens (user_id, purpose);
create index mailed_tokens_email on mailed_tokens (email_id);
create index mailed_tokens_expiry on mailed_tokens (expires_at);

-- Each lets in once, when the second factor is lost: 80 random bits.
create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  hash bytea not null check (length(hash) = 32),
  primary key (user_id, hash)
);

-- "Near me" and the newsletter.
create table saved_places (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null check (length(name) between 1 and 100),
  lat double precision not null check (lat between -90 and 90),
  lon double precision not null check (lon between -180 and 180),
  radius double precision not null default 25 check (radius between 0.1 and 500), -- kilometres
  created_at timestamptz not null default now()
);
create index saved_places_user on saved_places (user_id);

-- Profiles elsewhere, proved by a rel="me" link back.
create table identities (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  url text not null check (url ~ '^https?://' and length(url) <= 2000),
  handle text check (length(handle) <= 400), -- name@host, when it was given as one
  state text not null default 'pending' check (state in ('pending', 'verified', 'unreachable', 'no_link')),
  verified_at timestamptz,
  checked_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, url)
);
create index identities_verified on identities (created_at) where state = 'verified';

create table follows (
  user_id bigint not null references users on delete cascade,
  actor_id bigint not null references actors on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, actor_id)
);
create index follows_actor on follows (actor_id);

alter table actors add column created_by bigint references users on delete set null;
create index actors_created_by on actors (created_by) where created_by is not null;

-- A page is related to another page, or to a person who may work on it.
alter table relations alter column related_actor_id drop not null;
alter table relations add column user_id bigint references users on delete cascade;
alter table relations add check (num_nonnulls(related_actor_id, user_id) = 1);
alter table relations add check (user_id is null or relation in ('owner', 'member', 'assistant'));
create unique index relations_of_user on relations (user_id, actor_id) where user_id is not null;
create index relations_users on relations (actor_id, user_id) where user_id is not null;

-- How often something was tried. Names are hashed; a crash may forget them.
create unlogged table rate_limits (
  bucket bytea primary key,
  used int not null,
  resets_at timestamptz not null
);
create index rate_limits_resets on rate_limits (resets_at);
