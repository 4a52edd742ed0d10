-- What a person calls a device they are signed in on; without a name, what its browser says of itself.

set local lock_timeout = '5s';

alter table sessions add column name text check (length(name) between 1 and 100);
