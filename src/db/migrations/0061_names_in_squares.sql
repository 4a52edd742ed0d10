-- Signs before a name do not count in the alphabet: « Les Halles » stands under h. And the list of a box is put in order by what
-- the index of squares holds: of a large directory the table itself is not in memory.
-- Nobody reads pages while the table is written anew: some three seconds for a hundred thousand.
set local lock_timeout = '5s';
set local statement_timeout = '5min';

drop index actors_cell;
-- Its indexes go with it. (PostgreSQL 17 could change the expression; 15 cannot.)
alter table actors drop column sort_name;
alter table actors add column sort_name text not null generated always as (
  regexp_replace(plain(name),
    '^(''t\s+|[][\s!-/:-@\\^_`{-~\u2000-\u206F\u3000-\u303F]*((le|la|les|de|het|the|een|un|une|a|an)\s+|l''\s*)?)', '')
) stored;
create index actors_by_name on actors (sort_name, id) where status = 'published';
create index actors_by_type on actors (type, sort_name, id) where status = 'published';
create index actors_cell on actors (map_cell(lat, lon)) include (id, lat, lon, type, sort_name)
  where status = 'published' and in_directory and lat is not null;
