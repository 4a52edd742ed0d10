-- Dates on which a page is free, or looks for somebody (docs/decisions/0047).
set local lock_timeout = '5s';
set local statement_timeout = '1min';

create table openings (
  id bigint generated always as identity primary key,
  actor_id bigint not null references actors on delete cascade,
  -- Of the type of its page, which never changes: persons and groups are artists, places and organizers houses.
  side text not null check (side in ('artist', 'house')),
  -- As in schema.org: what is offered, what is looked for.
  kind text not null check (kind in ('offer', 'demand')),
  -- Days on the wall of its time zone, the last one included.
  starts_on date not null check (starts_on between '1900-01-01' and '2199-12-31'),
  ends_on date not null,
  timezone text not null check (length(timezone) between 1 and 64),
  until_at timestamptz not null, -- when its last day is over
  -- None said is any.
  categories text[] not null default '{}' check (cardinality(categories) <= 20),
  spaces text[] not null default '{}'
    check (spaces <@ '{stage,small,studio,gallery,screen,outdoors}'::text[] and cardinality(spaces) <= 6),
  town text check (length(town) between 1 and 200),
  lat double precision not null check (lat between -90 and 90),
  lon double precision not null check (lon between -180 and 180),
  radius int not null check (radius between 1 and 500), -- kilometres
  note text check (length(note) between 1 and 500),
  is_public boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (ends_on between starts_on and starts_on + 366)
);
create index openings_actor on openings (actor_id, starts_on, id);
-- Who is near enough on the same days; and the list of all, by their first day.
create index openings_near on openings using gist (ll_to_earth(lat, lon), daterange(starts_on, ends_on, '[]')) where is_public;
create index openings_first on openings (starts_on, id) where is_public;
