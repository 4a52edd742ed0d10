-- Activities that their authors took back, and posts that they deleted, by a hash of the author and the id: a delayed or
-- repeated delivery must not bring them back. Strangers cause these rows, so they are few per host and short-lived.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

create table fediverse_withdrawn (
  uri bytea primary key check (octet_length(uri) = 32),
  host text not null check (length(host) between 1 and 260),
  withdrawn_at timestamptz not null default now()
);
create index fediverse_withdrawn_host on fediverse_withdrawn (host, withdrawn_at);
create index fediverse_withdrawn_at on fediverse_withdrawn (withdrawn_at);
