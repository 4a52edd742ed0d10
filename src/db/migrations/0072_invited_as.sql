-- As which page of theirs a person was invited, until they accept: whose account owns it is not told before.

set local lock_timeout = '5s';

alter table relations add column invited_as bigint references actors on delete cascade;
create index relations_invited_as on relations (invited_as) where invited_as is not null;
