-- Where things are, as one number (docs/decisions/0046): halves of the world by longitude and latitude in turn, twenty
-- times, so that every square of every zoom is one stretch of an index.
-- Writers of events wait while the indexes are made: some two seconds for a million rows.
set local lock_timeout = '5s';
set local statement_timeout = '5min';

create function map_cell(lat double precision, lon double precision) returns bigint
  language plpgsql immutable strict parallel safe as $$
declare
  x bigint := least(1048575, floor((lon + 180) / 360 * 1048576)::bigint);
  y bigint := least(1048575, floor((lat + 90) / 180 * 1048576)::bigint);
begin
  -- Each bit of x and y apart from the next (Morton's order).
  x := (x | (x << 16)) & 281470681808895;
  x := (x | (x << 8)) & 71777214294589695;
  x := (x | (x << 4)) & 1085102592571150095;
  x := (x | (x << 2)) & 3689348814741910323;
  x := (x | (x << 1)) & 6148914691236517205;
  y := (y | (y << 16)) & 281470681808895;
  y := (y | (y << 8)) & 71777214294589695;
  y := (y | (y << 4)) & 1085102592571150095;
  y := (y | (y << 2)) & 3689348814741910323;
  y := (y | (y << 1)) & 6148914691236517205;
  return x | (y << 1);
end $$;

create index events_cell on events (map_cell(lat, lon), last_until) where listed and lat is not null;
create index locations_cell on locations (map_cell(lat, lon)) where lat is not null;
