-- The functions of earthdistance are texts that name types and functions without a schema (before PostgreSQL 17). Where
-- none is searched (a dump that is restored, pg_upgrade, autovacuum) an index over them cannot be made, nor analysed. This
-- one is bound to what it calls when it is made. A database that was restored from such a dump has neither index.
set local lock_timeout = '5s';
set local statement_timeout = '10min';

create function point_on_earth(lat double precision, lon double precision) returns earth
language sql immutable strict parallel safe
return cube(
  cube(cube(earth() * cos(radians(lat)) * cos(radians(lon))), earth() * cos(radians(lat)) * sin(radians(lon))),
  earth() * sin(radians(lat))
)::earth;

drop index if exists locations_point;
create index locations_point on locations using gist (point_on_earth(lat, lon)) where lat is not null;
drop index if exists openings_near;
create index openings_near on openings using gist (point_on_earth(lat, lon), daterange(starts_on, ends_on, '[]')) where is_public;
