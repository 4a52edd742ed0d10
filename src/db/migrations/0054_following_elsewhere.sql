-- Following somebody elsewhere: how often they were asked, and what tells an event of theirs from one that is here.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Who does not answer is asked again, a few times.
alter table fediverse_following add column tries int not null default 1 check (tries between 1 and 100);
create index fediverse_following_open on fediverse_following (asked_at) where state = 'asked';

-- An event that was imported from where it comes from now.
create index event_sources_url on event_sources using hash (url);
create index event_sources_external on event_sources (external_id);
