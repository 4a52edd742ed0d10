-- What is kept of an event when its dates and organizers change is read by indexes, however small the tables were when a
-- connection planned it: a plan made for a few hundred events read all of them for each event of an import, until the
-- next ANALYZE; 17 ms at 20,000 events.
set local lock_timeout = '5s';
set local statement_timeout = '60s';
alter function keep_last_date() set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off;
alter function keep_organized(bigint[]) set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan;
