-- What became public, a line each, for the feed (docs/decisions/0037). Rows are written by the door of changes; what was
-- public before is filled in by a job (activities.fill), in steps: nothing here waits for a large table.

create table activities (
  id bigint generated always as identity primary key,
  model text not null check (model in ('actors.Actor', 'contents.Event', 'documents.Document', 'links.Link', 'fediverse.Identity')),
  type text not null check (type in ('Create', 'Update', 'Cancel', 'Announce', 'Join')),
  -- The page that did it; none where nobody's page did. Who works on it is told to nobody.
  actor_id bigint references actors on delete cascade,
  -- What it is about, by the number it has in its model; none of a line that folds those of a day (activity_parts).
  object_id bigint,
  -- The day, in UTC, whose things of a page and a kind are this one line.
  day date,
  -- What a change was about, or as what somebody joined.
  detail text check (length(detail) <= 40),
  count int not null default 1 check (count >= 0),
  -- Can everybody see it and what it is about? Readers look again: this keeps them from walking over what they cannot.
  is_shown boolean not null default true,
  created_at timestamptz not null default now(),
  check ((object_id is null) = (day is not null))
);
create unique index activities_object on activities (model, object_id, type, coalesce(actor_id, 0)) where object_id is not null;
create unique index activities_day on activities (model, type, day, coalesce(actor_id, 0)) where day is not null;
create index activities_newest on activities (created_at desc, id desc) include (model, type) where is_shown;
create index activities_by_kind on activities (model, type, created_at desc, id desc) where is_shown;
create index activities_actor on activities (actor_id, created_at desc, id desc) include (model, type, is_shown);

-- What a folded line stands for.
create table activity_parts (
  activity_id bigint not null references activities on delete cascade,
  object_id bigint not null,
  primary key (activity_id, object_id)
);
create index activity_parts_object on activity_parts (object_id);
