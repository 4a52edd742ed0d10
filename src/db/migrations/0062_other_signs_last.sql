-- What begins with no letter stands after z, as in the row of letters above the directory: it began with numbers.
-- Nobody reads pages while the table is written anew: some three seconds for a hundred thousand.
set local lock_timeout = '5s';
set local statement_timeout = '5min';

drop index actors_cell;
alter table actors alter column sort_name set expression as (
  regexp_replace(regexp_replace(plain(name),
    '^(''t\s+|[][\s!-/:-@\\^_`{-~\u2000-\u206F\u3000-\u303F]*((le|la|les|de|het|the|een|un|une|a|an)\s+|l''+\s*)?)', ''),
    '^(?![a-z])', '~')
);
create index actors_cell on actors (map_cell(lat, lon)) include (id, lat, lon, type, sort_name)
  where status = 'published' and in_directory and lat is not null;
