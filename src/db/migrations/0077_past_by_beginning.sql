-- Lists of past events are in the order of what their rows show: the beginning of the last date, newest first. It was its end.
set local lock_timeout = '5s';
set local statement_timeout = '10min';

create index events_past on events (last_start, id) include (last_until, category) where listed;
create index events_past_by_category on events (category, last_start, id) include (last_until) where listed;
