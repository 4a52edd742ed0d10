-- Fediverse accounts as a list, and settings of pages that are changed by several people (docs/decisions/0056).

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Which settings somebody saw when they changed them.
alter table fediverse_settings add column version int not null default 1;

-- What a search for an account reads; and whether somebody elsewhere wants to stand in lists at all.
alter table remote_actors
  add column is_listed boolean not null default true,
  add column search text not null generated always as
    (plain(coalesce(username, '') || '@' || host || ' ' || coalesce(name, ''))) stored;
create index remote_actors_by_handle on remote_actors (lower(username) collate "C", host collate "C", id)
  where username is not null and is_listed;
create index remote_actors_search on remote_actors using gin (search gin_trgm_ops);

-- What a host runs is asked at most so often.
alter table fediverse_hosts
  add column software text check (length(software) between 1 and 100),
  add column software_at timestamptz;
