-- What a record said when it last came in, of each field its value or a digest, and its dates: so that its next import
-- changes only what its source changed, and leaves what people changed here. Null where it came in before this was kept.
set local lock_timeout = '5s';
set local statement_timeout = '60s';
alter table event_sources add column imported jsonb;
