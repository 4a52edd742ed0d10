-- Agendas: choices of pages and single events that a person keeps; private, or published at an address of their own.

create table agendas (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null check (length(name) between 1 and 100),
  -- Where a star puts an event.
  is_default boolean not null default false,
  language text not null check (language in ('fr', 'en', 'nl')),
  description jsonb not null default '{}' check (jsonb_typeof(description) = 'object'),
  is_published boolean not null default false,
  slug text unique check (slug ~ '^[a-z0-9]([a-z0-9-]{1,58})[a-z0-9]$' and slug ~ '[a-z]'),
  -- Name the person's public page beside it.
  shows_owner boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (not is_published or slug is not null)
);
create index agendas_user on agendas (user_id, name, id);
create unique index agendas_default on agendas (user_id) where is_default;

-- Every address an agenda ever had: it leads on to the one it has now, and nobody else may take it, not even when the
-- agenda or its owner is gone.
create table agenda_slugs (
  slug text primary key,
  user_id bigint references users on delete set null,
  agenda_id bigint references agendas on delete set null,
  created_at timestamptz not null default now()
);
create index agenda_slugs_user on agenda_slugs (user_id) where user_id is not null;
create index agenda_slugs_agenda on agenda_slugs (agenda_id) where agenda_id is not null;

create table agenda_entries (
  id bigint generated always as identity primary key,
  agenda_id bigint not null references agendas on delete cascade,
  kind text not null generated always as (case when actor_id is null then 'event' else 'actor' end) stored,
  actor_id bigint references actors on delete cascade,
  event_id bigint references events on delete cascade,
  created_at timestamptz not null default now(),
  check (num_nonnulls(actor_id, event_id) = 1)
);
create unique index agenda_entries_actors on agenda_entries (agenda_id, actor_id) where actor_id is not null;
create unique index agenda_entries_events on agenda_entries (agenda_id, event_id) where event_id is not null;
create index agenda_entries_actor on agenda_entries (actor_id, agenda_id) where actor_id is not null;
create index agenda_entries_event on agenda_entries (event_id, agenda_id) where event_id is not null;

-- Those who say to everyone that they will be there.
create index attendances_public on attendances (event_id, actor_id) where visibility = 'public' and value = 'confirmed';

-- What everyone can read of them changes pages that are kept; what is private changes none. Entries touch their agenda.
create trigger agenda_inserted after insert on agendas for each row when (new.is_published) execute function content_changed();
create trigger agenda_updated after update on agendas for each row when (old.is_published or new.is_published) execute function content_changed();
create trigger agenda_deleted after delete on agendas for each row when (old.is_published) execute function content_changed();
create trigger identity_changed after update of identity_id on users for each row
  when (old.identity_id is distinct from new.identity_id) execute function content_changed();
