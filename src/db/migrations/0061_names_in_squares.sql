-- The list of a box is put in order by what the index of squares holds: of a large directory the table itself is not in memory.
-- Writers wait while the index is made: some two seconds for a million rows.
set local lock_timeout = '5s';
set local statement_timeout = '5min';

drop index actors_cell;
create index actors_cell on actors (map_cell(lat, lon)) include (id, lat, lon, type, sort_name)
  where status = 'published' and in_directory and lat is not null;
