-- The gazetteer: towns by all their names, put in by a job when an instance first starts (docs/decisions/0045).
set local lock_timeout = '5s';
set local statement_timeout = '10min';

-- A name of a place as people type it: no accents, case or punctuation.
create function place_key(name text) returns text language sql immutable strict parallel safe
  return trim(regexp_replace(public.plain(name), '[^[:alnum:]]+', ' ', 'g'));

create table gazetteer_places (
  id bigint primary key, -- of GeoNames; below zero for what only the post has a name for
  kind text not null check (kind in ('town', 'district')),
  name text not null check (length(name) between 1 and 120),
  -- What it is called in French, English and Dutch, where that is another name: {"fr": …}.
  names jsonb not null default '{}' check (is_translated(names, 120)),
  region text check (length(region) between 1 and 120),
  regions jsonb not null default '{}' check (is_translated(regions, 120)),
  country text not null check (country ~ '^[A-Z]{2}$'),
  lat double precision not null check (lat between -90 and 90),
  lon double precision not null check (lon between -180 and 180),
  population int not null default 0,
  edition int not null -- what is of a former one is taken away once the new one is whole
);
create index gazetteer_places_edition on gazetteer_places (edition);

create table gazetteer_names (
  place_id bigint not null references gazetteer_places on delete cascade,
  key text collate "C" not null check (length(key) between 1 and 150),
  -- 0: its name where it is, or in one of our languages; 1: another; 2: a postcode and a name.
  rank smallint not null check (rank between 0 and 2),
  population int not null, -- of the place: what a search is ordered by is in the index it reads
  lat double precision, -- of a postcode
  lon double precision,
  primary key (place_id, key)
);
create index gazetteer_names_key on gazetteer_names (key, rank, population) include (place_id);
create index gazetteer_names_slips on gazetteer_names using gin (slips(key)) with (fastupdate = off) where rank = 0;
create index gazetteer_names_like on gazetteer_names using gin (key gin_trgm_ops) with (fastupdate = off)
  where rank = 0 and length(key) >= 7;

-- The edition that is whole.
create table gazetteer_state (
  id boolean primary key default true check (id),
  edition int not null,
  filled_at timestamptz not null default now()
);

-- Towns that only pages and events name.
create index locations_town on locations (place_key(locality) collate "C", country) where locality is not null and lat is not null;

-- What a geocoder answered, by a hash of what it was asked.
create table geocoder_answers (
  asked bytea primary key check (length(asked) = 32),
  answer jsonb not null check (jsonb_typeof(answer) = 'array' and pg_column_size(answer) <= 8192),
  created_at timestamptz not null default now()
);
create index geocoder_answers_created on geocoder_answers (created_at);
