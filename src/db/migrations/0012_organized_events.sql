-- What each page organizes, with what a list of it asks: who manages thousands of events is shown twenty of them, and told
-- how many there are, from one index. Pages that agreed, events that are not deleted and have a date.

create table organized_events (
  actor_id bigint not null references actors on delete cascade,
  event_id bigint not null references events on delete cascade,
  -- As in events, and the first date that is not cancelled. Kept by triggers (below).
  workflow text not null,
  first_start timestamptz not null,
  last_start timestamptz not null,
  last_until timestamptz not null,
  primary key (actor_id, event_id) include (workflow, first_start, last_start, last_until)
);
create index organized_events_event on organized_events (event_id);

-- Brings the rows of these events up to date. The events are locked: of two who change one, the second sees both changes.
create function keep_organized(ids bigint[]) returns void language plpgsql as $$
begin
  perform from events e join unnest(ids) as touched(id) on touched.id = e.id order by e.id for no key update of e;
  delete from organized_events o using unnest(ids) as touched(id) where o.event_id = touched.id and not exists (
    select from event_organizers eo join events e on e.id = eo.event_id
    where eo.event_id = o.event_id and eo.actor_id = o.actor_id and eo.status = 'accepted'
      and e.deleted_at is null and e.last_start is not null);
  insert into organized_events as o (actor_id, event_id, workflow, first_start, last_start, last_until)
  select eo.actor_id, eo.event_id, e.workflow, first.starts_at, e.last_start, e.last_until
  from unnest(ids) as touched(id) join events e on e.id = touched.id and e.deleted_at is null and e.last_start is not null
    join event_organizers eo on eo.event_id = e.id and eo.status = 'accepted'
    cross join lateral (
      select starts_at from occurrences where event_id = e.id and next_from = '-infinity' order by starts_at limit 1
    ) as first
  on conflict (actor_id, event_id) do update set workflow = excluded.workflow, first_start = excluded.first_start,
    last_start = excluded.last_start, last_until = excluded.last_until
  where (o.workflow, o.first_start, o.last_start, o.last_until)
    is distinct from (excluded.workflow, excluded.first_start, excluded.last_start, excluded.last_until);
end $$;

create function keep_organized_of_changed() returns trigger language plpgsql as $$
begin
  perform keep_organized(array(select distinct event_id from changed));
  return null;
end $$;
create function keep_organized_of_event() returns trigger language plpgsql as $$
begin
  perform keep_organized(array[new.id]);
  return null;
end $$;

-- Of dates after `last_date_…`, which tells events their last one: triggers run in the order of their names.
create trigger organized_inserted after insert on occurrences referencing new table as changed for each statement execute function keep_organized_of_changed();
create trigger organized_updated after update on occurrences referencing new table as changed for each statement execute function keep_organized_of_changed();
create trigger organized_deleted after delete on occurrences referencing old table as changed for each statement execute function keep_organized_of_changed();
create trigger organized_inserted after insert on event_organizers referencing new table as changed for each statement execute function keep_organized_of_changed();
create trigger organized_updated after update on event_organizers referencing new table as changed for each statement execute function keep_organized_of_changed();
create trigger organized_deleted after delete on event_organizers referencing old table as changed for each statement execute function keep_organized_of_changed();
create trigger organized_kept after update on events for each row
  when ((old.workflow, old.deleted_at is null) is distinct from (new.workflow, new.deleted_at is null))
  execute function keep_organized_of_event();

insert into organized_events (actor_id, event_id, workflow, first_start, last_start, last_until)
select eo.actor_id, eo.event_id, e.workflow, first.starts_at, e.last_start, e.last_until
from events e join event_organizers eo on eo.event_id = e.id and eo.status = 'accepted'
  join occurrences first on first.event_id = e.id and first.next_from = '-infinity'
where e.deleted_at is null and e.last_start is not null;
