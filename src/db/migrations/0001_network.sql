-- The network: actors, events and what belongs to them.
-- Names follow schema.org and iCalendar. Text in several languages is {"fr": …, "en": …, "nl": …}.

create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists cube;
create extension if not exists earthdistance;

-- Words as people type them: without accents or case.
create function plain(words text) returns text language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent', words));

-- What a search reads: every word of it, unaccented, in no language in particular; punctuation and
-- pictures only part words.
create function search_document(words text) returns tsvector language sql immutable strict parallel safe
  return to_tsvector('pg_catalog.simple', regexp_replace(plain(words), '[][\s!-/:-@\\^_`{-~«»·\u2000-\u206F\u2190-\u2BFF\u3000-\u303F\uFE00-\uFE0F\uFEFF\U0001F000-\U0001FAFF]+', ' ', 'g'));

-- A text in several languages: an object of the three languages, each at most `longest` characters.
create function is_translated(texts jsonb, longest int) returns boolean language sql immutable strict parallel safe
  return jsonb_typeof(texts) = 'object'
    and (texts - 'fr' - 'en' - 'nl') = '{}'::jsonb
    and not exists (
      select from jsonb_each(texts) as each(language, words)
      where jsonb_typeof(words) <> 'string' or length(words #>> '{}') not between 1 and longest
    );

-- What a house says of its access: {"step_free": "yes" | "no" | "unknown", …, "checked": "2026-11-21"}.
create function is_access(facts jsonb) returns boolean language sql immutable strict parallel safe
  return jsonb_typeof(facts) = 'object'
    and not exists (
      select from jsonb_each_text(facts) as each(feature, answer)
      where not case feature
        when 'checked' then answer ~ '^\d{4}-\d{2}-\d{2}$'
        else feature in ('step_free', 'wheelchair_places', 'accessible_toilet', 'induction_loop', 'sign_language',
                         'audio_description', 'relaxed', 'seating', 'strobe')
             and answer in ('yes', 'no', 'unknown')
        end
    );

create table locations (
  id bigint generated always as identity primary key,
  name text check (length(name) between 1 and 200),
  street text check (length(street) between 1 and 300),
  postal_code text check (length(postal_code) between 1 and 20),
  locality text check (length(locality) between 1 and 120),
  region text check (length(region) between 1 and 120),
  country text check (country ~ '^[A-Z]{2}$'),
  lat double precision check (lat between -90 and 90),
  lon double precision check (lon between -180 and 180),
  precision text not null default 'unknown' check (precision in ('exact', 'street', 'locality', 'unknown')),
  check ((lat is null) = (lon is null)),
  unique nulls not distinct (name, street, postal_code, locality, region, country, lat, lon)
);
create index locations_point on locations using gist (ll_to_earth(lat, lon)) where lat is not null;
create index locations_locality on locations (plain(locality) text_pattern_ops) where locality is not null;

create table actors (
  id bigint generated always as identity primary key,
  fid text not null unique
    check (fid ~ '^[a-z0-9_][a-z0-9_.-]{1,28}[a-z0-9_]$' or fid ~ '^[^@\s]{1,128}@[a-z0-9.:-]{1,255}$'),
  type text not null check (type in ('person', 'group', 'place', 'organizer')),
  status text not null default 'draft' check (status in ('draft', 'published', 'archived')),
  name text not null check (length(name) between 1 and 200),
  -- The directory is read by the alphabet; « le », « la », « het », "the" do not count.
  sort_name text not null generated always as (
    regexp_replace(plain(name), '^((le|la|les|de|het|the|een|un|une|a|an)\s+|l[''’]\s*|''t\s+)', '')
  ) stored,
  language text not null check (language in ('fr', 'en', 'nl')),
  summary jsonb not null default '{}' check (is_translated(summary, 500)),
  description jsonb not null default '{}' check (is_translated(description, 100000)),
  category text check (category in ('music', 'theatre', 'dance', 'exhibition', 'film', 'talk', 'circus', 'workshop', 'young', 'party', 'other')),
  tags text[] not null default '{}' check (cardinality(tags) <= 30),
  location_id bigint references locations,
  access jsonb not null default '{}' check (is_access(access)),
  search tsvector not null generated always as (
    search_document(name || ' ' || fid)
  ) stored,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index actors_by_name on actors (sort_name, id) where status = 'published';
create index actors_by_type on actors (type, sort_name, id) where status = 'published';
create index actors_search on actors using gin (search) where status = 'published';
create index actors_location on actors (location_id) where location_id is not null;
create index actors_plain_name on actors (plain(name));
create index actors_name_like on actors using gin (plain(name) gin_trgm_ops) where status = 'published';
create index actors_tags on actors using gin (tags);

-- An address once given is never given to another: a renamed page redirects for ever.
create table former_fids (
  fid text primary key,
  actor_id bigint references actors on delete set null,
  created_at timestamptz not null default now()
);
create index former_fids_actor on former_fids (actor_id);

create table rooms (
  id bigint generated always as identity primary key,
  actor_id bigint not null references actors on delete cascade,
  position int not null default 0,
  name text not null check (length(name) between 1 and 120),
  capacity int check (capacity between 0 and 1000000),
  access jsonb not null default '{}' check (is_access(access)),
  unique (actor_id, name)
);

create table links (
  id bigint generated always as identity primary key,
  actor_id bigint not null references actors on delete cascade,
  position int not null default 0,
  url text not null check (url ~ '^https?://' and length(url) <= 2000),
  label text check (length(label) between 1 and 120),
  kind text not null default 'website'
    check (kind in ('website', 'ticketing', 'social', 'audio', 'video', 'fediverse', 'other')),
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  unique (actor_id, url)
);

create table contacts (
  id bigint generated always as identity primary key,
  actor_id bigint not null references actors on delete cascade,
  position int not null default 0,
  kind text not null check (kind in ('email', 'phone', 'person', 'address', 'other')),
  label text check (length(label) between 1 and 120),
  value text not null check (length(value) between 1 and 300),
  is_public boolean not null default false,
  unique (actor_id, kind, value)
);

-- Between two pages: this person is a member of that group. Rights of accounts come with accounts.
create table relations (
  id bigint generated always as identity primary key,
  actor_id bigint not null references actors on delete cascade,
  related_actor_id bigint not null references actors on delete cascade,
  relation text not null check (relation in ('owner', 'member', 'assistant', 'partner', 'group')),
  status text not null default 'pending' check (status in ('pending', 'accepted', 'refused')),
  is_visible boolean not null default true,
  created_at timestamptz not null default now(),
  unique (actor_id, related_actor_id, relation),
  check (actor_id <> related_actor_id)
);
create index relations_related on relations (related_actor_id, status);

-- What a list of events is asked for most, in one array: one index serves any of it together.
create function event_facets(tags text[], languages text[], language text, is_free boolean, offers text[]) returns text[]
language sql immutable parallel safe
  return array(select 'tag:' || tag from unnest(tags) tag)
    || array(select 'lang:' || spoken from unnest(case when languages = '{}' then array[language] else languages end) spoken)
    || array(select 'access:' || feature from unnest(offers) feature)
    || case when is_free then array['free'] else '{}'::text[] end;

create table events (
  id bigint generated always as identity primary key,
  uid uuid not null unique,
  language text not null check (language in ('fr', 'en', 'nl')),
  title jsonb not null check (is_translated(title, 300) and title ? language),
  summary jsonb not null default '{}' check (is_translated(summary, 1000)),
  description jsonb not null default '{}' check (is_translated(description, 100000)),
  category text not null check (category in ('music', 'theatre', 'dance', 'exhibition', 'film', 'talk', 'circus', 'workshop', 'young', 'party', 'other')),
  tags text[] not null default '{}' check (cardinality(tags) <= 30),
  timezone text not null,
  all_day boolean not null default false,
  doors_minutes int check (doors_minutes between 0 and 1440),
  recurrence text check (length(recurrence) <= 20000), -- RFC 5545 lines: RRULE, RDATE, EXDATE
  status text not null default 'scheduled'
    check (status in ('scheduled', 'cancelled', 'postponed', 'rescheduled', 'moved_online', 'tentative')),
  status_reason text check (length(status_reason) between 1 and 500),
  mode text not null default 'onsite' check (mode in ('onsite', 'online', 'hybrid')),
  online_url text check (online_url ~ '^https?://' and length(online_url) <= 2000),
  place_id bigint references actors,
  room_id bigint references rooms on delete set null,
  location_id bigint references locations, -- a free location, when the place has no page here
  parent_id bigint references events on delete set null,
  ticket_url text check (ticket_url ~ '^https?://' and length(ticket_url) <= 2000),
  capacity int check (capacity between 0 and 10000000),
  age_min int check (age_min between 0 and 120),
  age_max int check (age_max between 0 and 120),
  languages text[] not null default '{}' check (cardinality(languages) <= 20),
  access jsonb not null default '{}' check (is_access(access)),
  workflow text not null default 'draft' check (workflow in ('draft', 'scheduled', 'published')),
  publish_at timestamptz,
  poster_roll int not null default 0 check (poster_roll >= 0),
  sequence int not null default 0, -- RFC 5545 SEQUENCE: grows when dates, place or status change
  version int not null default 1,
  listed boolean not null generated always as (workflow = 'published') stored,
  is_free boolean not null default false,
  facets text[] not null generated always as (event_facets(tags, languages, language, is_free, offers)) stored,
  search tsvector not null default '',
  -- Kept by triggers (below): the date that is over last, cancelled ones aside; where the event is; the access it or,
  -- where it says nothing, its house offers.
  last_start timestamptz,
  last_until timestamptz,
  lat double precision,
  lon double precision,
  offers text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (age_min is null or age_max is null or age_min <= age_max),
  check (workflow <> 'scheduled' or publish_at is not null),
  check (parent_id <> id),
  unique (id, listed, category)
);
-- How common a word or a tag is decides how a list is read: remember more of them than usual.
alter table events alter column search set statistics 500, alter column facets set statistics 500;
-- No pending list: a search reads all of it, and then takes as long as the last import was large.
create index events_search on events using gin (search) with (fastupdate = off) where listed;
create index events_facets on events using gin (facets) with (fastupdate = off) where listed;
create index events_over on events (last_until, id) include (last_start, category) where listed;
create index events_over_by_category on events (category, last_until, id) include (last_start) where listed;
create index events_point on events (lat, lon) include (last_until) where listed and lat is not null;
create index events_place on events (place_id) where place_id is not null;
create index events_room on events (room_id) where room_id is not null;
create index events_location on events (location_id) where location_id is not null;
create index events_parent on events (parent_id) where parent_id is not null;
create index events_publish_at on events (publish_at) where workflow = 'scheduled';
create index events_updated on events (updated_at desc, id desc) where listed;

-- Every date an event is given, expanded and stored. `listed` and `category` repeat the event's own (the foreign key
-- keeps them true), so that one index serves the agenda in its order, however many dates there are.
create table occurrences (
  id bigint generated always as identity primary key,
  event_id bigint not null,
  listed boolean not null,
  category text not null,
  starts_at timestamptz not null,
  ends_at timestamptz, -- as announced; unknown when null
  until_at timestamptz not null, -- when it stops being "now": the end, or a supposed one
  -- When the event's dates before this one are over: this is the event's next date from then on.
  next_from timestamptz not null default '-infinity',
  status text not null default 'scheduled' check (status in ('scheduled', 'cancelled', 'moved')),
  recurrence_id timestamptz, -- RFC 5545 RECURRENCE-ID: the start the rule gave, when this one was moved
  foreign key (event_id, listed, category) references events (id, listed, category) on update cascade on delete cascade,
  unique (event_id, starts_at) include (id, until_at, next_from),
  check (ends_at is null or ends_at >= starts_at),
  check (until_at >= starts_at)
);
-- With all that a list asks of a date, so that walking the agenda reads the index alone.
create index occurrences_agenda on occurrences (starts_at, event_id) include (id, until_at, next_from) where listed;
create index occurrences_agenda_by_category on occurrences (category, starts_at, event_id) include (id, until_at, next_from) where listed;
create index occurrences_first on occurrences (starts_at, event_id) include (id, until_at, category) where listed and next_from = '-infinity';
create index occurrences_running on occurrences using gist (tstzrange(starts_at, until_at)) where listed;

-- events.last_start and last_until, after every statement that changed dates.
create function keep_last_date() returns trigger language plpgsql as $$
begin
  update events set last_start = last.starts_at, last_until = last.until_at
  from (select distinct event_id from changed) as touched
    left join lateral (
      select starts_at, until_at from occurrences o where o.event_id = touched.event_id and next_from < 'infinity'
      order by until_at desc, starts_at desc limit 1
    ) as last on true
  where events.id = touched.event_id and (events.last_start, events.last_until) is distinct from (last.starts_at, last.until_at);
  return null;
end $$;
create trigger last_date_inserted after insert on occurrences referencing new table as changed for each statement execute function keep_last_date();
create trigger last_date_updated after update on occurrences referencing new table as changed for each statement execute function keep_last_date();
create trigger last_date_deleted after delete on occurrences referencing old table as changed for each statement execute function keep_last_date();

-- events.lat, lon and offers: its own, else those of its place. Of a page that is a draft nothing is told.
create function keep_place() returns trigger language plpgsql as $$
declare
  place actors%rowtype;
begin
  if new.place_id is not null then
    select * into place from actors where id = new.place_id and status <> 'draft';
  end if;
  select spot.lat, spot.lon into new.lat, new.lon from locations spot where spot.id = coalesce(new.location_id, place.location_id);
  new.offers := array(select key from jsonb_each_text(coalesce(place.access, '{}') || new.access) where value = 'yes' order by key);
  return new;
end $$;
create trigger place_kept before insert or update of place_id, location_id, access on events for each row execute function keep_place();
create function keep_events_of_place() returns trigger language plpgsql as $$
begin
  update events set place_id = new.id where place_id = new.id;
  return null;
end $$;
create trigger events_kept after update of location_id, access, status on actors for each row
  when ((old.location_id, old.access, old.status = 'draft') is distinct from (new.location_id, new.access, new.status = 'draft'))
  execute function keep_events_of_place();

create table event_organizers (
  event_id bigint not null references events on delete cascade,
  actor_id bigint not null references actors on delete cascade,
  position int not null, -- 0 is the host
  status text not null default 'accepted' check (status in ('pending', 'accepted', 'refused')),
  primary key (event_id, actor_id),
  unique (event_id, position)
);
create index event_organizers_actor on event_organizers (actor_id, event_id) where status = 'accepted';

create table event_lineup (
  event_id bigint not null references events on delete cascade,
  position int not null,
  actor_id bigint references actors on delete set null,
  name text not null check (length(name) between 1 and 200),
  role text check (length(role) between 1 and 120),
  confirmed boolean not null default false,
  primary key (event_id, position)
);
create index event_lineup_actor on event_lineup (actor_id, event_id) where actor_id is not null;

create table event_prices (
  event_id bigint not null references events on delete cascade,
  position int not null,
  label text check (length(label) between 1 and 120),
  amount numeric(10, 2) check (amount >= 0),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  free boolean not null default false,
  pay_what_you_can boolean not null default false,
  primary key (event_id, position),
  check (not free or coalesce(amount, 0) = 0)
);

create table documents (
  id bigint generated always as identity primary key,
  type text not null check (type in ('Audio', 'Image', 'Video', 'Document')),
  title text not null check (length(title) between 1 and 300),
  description text check (length(description) <= 10000),
  file text not null unique, -- key in storage
  mime text not null,
  size bigint not null check (size >= 0),
  duration double precision check (duration >= 0), -- seconds
  width int check (width > 0),
  height int check (height > 0),
  alt text check (length(alt) <= 1000),
  credit text check (length(credit) <= 300),
  licence text check (length(licence) <= 120),
  actor_id bigint references actors on delete cascade,
  event_id bigint references events on delete cascade,
  visibility text not null default 'public' check (visibility in ('public', 'unlisted', 'managers')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index documents_newest on documents (type, created_at desc, id desc) where visibility = 'public';
create index documents_actor on documents (actor_id, type) where actor_id is not null;
create index documents_event on documents (event_id) where event_id is not null;

create table event_images (
  event_id bigint not null references events on delete cascade,
  position int not null,
  document_id bigint not null references documents on delete cascade,
  focal_x real not null default 0.5 check (focal_x between 0 and 1),
  focal_y real not null default 0.5 check (focal_y between 0 and 1),
  primary key (event_id, position)
);
create index event_images_document on event_images (document_id);

-- Where an imported event came from, so that importing again updates instead of doubling.
create table event_sources (
  event_id bigint primary key references events on delete cascade,
  origin text not null check (length(origin) <= 300), -- who numbers it: "openagenda", "ics:hangar", …
  external_id text not null check (length(external_id) between 1 and 500),
  digest text not null, -- of the record as read: the same digest means nothing to do
  url text check (length(url) <= 2000),
  imported_at timestamptz not null default now(),
  unique (origin, external_id)
);

-- A word without each of its letters in turn: two words that share one are at most a slip of the finger apart.
-- Numbers are never a misspelling of another, short words of too many.
create function slips(word text) returns text[] language sql immutable strict parallel safe
  return case when length(word) between 4 and 30 and word !~ '[0-9]'
    then word || array(select distinct overlay(word placing '' from n for 1) from generate_series(1, length(word)) n)
    else '{}'::text[] end;

-- Every word that a search of events or of actors can find, for the reader who misspelt one.
create table search_words (
  kind text not null default 'event' check (kind in ('event', 'actor')),
  word text collate "C" not null check (length(word) <= 100),
  slips text[] not null generated always as (slips(word)) stored,
  primary key (kind, word)
);
create index search_words_slips on search_words using gin (slips) with (fastupdate = off);
create index search_words_like on search_words using gin (word gin_trgm_ops) with (fastupdate = off) where length(word) >= 7;

-- The names of published pages become known to the spelling help. In order, so that two writers never wait for each other.
create function know_names() returns trigger language plpgsql as $$
begin
  insert into search_words (kind, word)
  select distinct 'actor', word from changed, unnest(tsvector_to_array(changed.search)) word
  where changed.status = 'published' and length(word) between 2 and 100 order by word
  on conflict do nothing;
  return null;
end $$;
create trigger names_inserted after insert on actors referencing new table as changed for each statement execute function know_names();
create trigger names_updated after update on actors referencing new table as changed for each statement execute function know_names();

-- The instance's own facts: its secret, when it was founded.
create table settings (key text primary key, value jsonb not null);

-- One number that changes with every public change: what was cached before it is stale.
create function content_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('content_changed', '');
  return null;
end $$;
create trigger content_changed after insert or update or delete or truncate on actors for each statement execute function content_changed();
create trigger content_changed after insert or update or delete or truncate on events for each statement execute function content_changed();
create trigger content_changed after insert or update or delete or truncate on occurrences for each statement execute function content_changed();
create trigger content_changed after insert or update or delete or truncate on relations for each statement execute function content_changed();
create trigger content_changed after insert or update or delete or truncate on documents for each statement execute function content_changed();
create trigger content_changed after insert or update or delete or truncate on locations for each statement execute function content_changed();
