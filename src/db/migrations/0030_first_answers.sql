-- A page made by an answer waits for its owner to confirm an address: a draft until then, gone after seven days. In the
-- directory stands who did not ask to be left out of it.
alter table actors
  add column awaits_address_since timestamptz,
  add column in_directory boolean not null default true;
create index actors_awaiting on actors (awaits_address_since) where awaits_address_since is not null;
