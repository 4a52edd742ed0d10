-- Programs of other people that act for somebody who allowed it (OAuth 2.1). Of secrets, codes and tokens only hashes are kept.
set local lock_timeout = '5s';
set local statement_timeout = '60s';

create table programs (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade, -- who registered it
  client_id text not null unique check (client_id ~ '^[A-Za-z0-9_-]{43}$'),
  secret_hash bytea check (length(secret_hash) = 32), -- null: a public program, which could not keep one
  name text not null check (length(name) between 1 and 100),
  website text not null check (length(website) between 1 and 2000),
  redirects text[] not null check (cardinality(redirects) between 1 and 10),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index programs_user on programs (user_id);

-- What somebody allowed a program, one row for each time: first the code of it, which is changed once, then its tokens.
create table program_grants (
  id bigint generated always as identity primary key,
  program_id bigint not null references programs on delete cascade,
  user_id bigint not null references users on delete cascade,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ '{read,follow,write}'::text[]),
  code_hash bytea not null unique check (length(code_hash) = 32),
  challenge text not null check (challenge ~ '^[A-Za-z0-9_-]{43}$'), -- PKCE, S256
  redirect text not null check (length(redirect) <= 500),
  exchanged_at timestamptz, -- when the code was changed into tokens
  family_hash bytea unique check (length(family_hash) = 32), -- of what all its refresh tokens begin with
  refresh_hash bytea check (length(refresh_hash) = 32), -- of what the last of them ends with
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  until_at timestamptz not null, -- at the latest
  expires_at timestamptz not null, -- first of the code, then for want of use
  unique (program_id, user_id, challenge),
  check ((exchanged_at is null) = (family_hash is null) and (exchanged_at is null) = (refresh_hash is null))
);
create index program_grants_user on program_grants (user_id);
create index program_grants_expiry on program_grants (expires_at);

create table program_tokens (
  hash bytea primary key check (length(hash) = 32),
  grant_id bigint not null references program_grants on delete cascade,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ '{read,follow,write}'::text[]),
  expires_at timestamptz not null
);
create index program_tokens_grant on program_tokens (grant_id);
create index program_tokens_expiry on program_tokens (expires_at);
