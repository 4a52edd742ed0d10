-- What people search is ahead of them, and of most events nothing is: a second index of words, of events that are not
-- over since a while, keeps a search from reading the whole past. It is told by the first day of its month, since the
-- condition of an index cannot say "now"; each month a job makes the next one (features/events/search/index-of-words.server.ts).
-- Whatever is asked of a time before it is found by the index of everything.
set local statement_timeout = 0;
do $$
declare
  month date := date_trunc('month', now() at time zone 'UTC');
begin
  execute format(
    'create index %I on events using gin (search) with (fastupdate = off) where listed and last_until >= %L',
    'events_search_from_' || to_char(month, 'YYYY_MM'), to_char(month, 'YYYY-MM-DD') || 'T00:00:00Z');
end $$;
