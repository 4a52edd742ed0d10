-- Where a page is stands on its own row, as of events, and one index by squares of the world serves circles, boxes and
-- marks of each: what is near is read in one stretch, however many places there are (docs/performance.md).
-- Writers wait while the indexes are made: some two seconds for a million rows.
set local lock_timeout = '5s';
set local statement_timeout = '5min';

alter table actors add column lat double precision, add column lon double precision;
create function keep_point() returns trigger language plpgsql as $$
begin
  new.lat := null;
  new.lon := null;
  select spot.lat, spot.lon into new.lat, new.lon from locations spot where spot.id = new.location_id;
  return new;
end $$;
create trigger point_kept before insert or update of location_id on actors for each row execute function keep_point();
update actors a set lat = spot.lat, lon = spot.lon from locations spot where spot.id = a.location_id and spot.lat is not null;

create index actors_cell on actors (map_cell(lat, lon)) include (id, lat, lon, type)
  where status = 'published' and in_directory and lat is not null;
drop index locations_cell;

drop index events_cell;
create index events_cell on events (map_cell(lat, lon), last_until) include (id, lat, lon, category, place_id)
  where listed and lat is not null;
drop index events_point;

-- How pages and events lie on the map: of an index of some rows alone the planner would not read it.
create statistics actors_cells on (map_cell(lat, lon)) from actors;
create statistics events_cells on (map_cell(lat, lon)) from events;
