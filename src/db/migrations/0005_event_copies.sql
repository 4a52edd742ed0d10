-- Copies of one event made one again, and what moderators hide.

-- A number once given is never given to another event: a merged one redirects for ever.
create table former_events (
  id bigint primary key, -- the number it had
  uid uuid not null unique,
  event_id bigint references events on delete set null,
  created_at timestamptz not null default now()
);
create index former_events_event on former_events (event_id) where event_id is not null;

-- A merged event may have come from several places. What was merged away is not written over by its next import.
alter table event_sources drop constraint event_sources_pkey;
alter table event_sources drop constraint event_sources_origin_external_id_key;
alter table event_sources add primary key (origin, external_id);
alter table event_sources add column is_merged boolean not null default false;
create index event_sources_event on event_sources (event_id);

-- Hidden, they are drafts that cannot be published until they are shown again.
alter table events add column hidden_at timestamptz;
alter table events add column hidden_workflow text check (hidden_workflow in ('scheduled', 'published'));
alter table events add column hidden_reason text check (length(hidden_reason) between 1 and 500);
alter table events add constraint events_hidden check ((hidden_at is null) = (hidden_workflow is null) and (hidden_at is null or workflow = 'draft'));
alter table actors add column hidden_at timestamptz;
alter table actors add column hidden_status text check (hidden_status in ('published', 'archived'));
alter table actors add column hidden_reason text check (length(hidden_reason) between 1 and 500);
alter table actors add constraint actors_hidden check ((hidden_at is null) = (hidden_status is null) and (hidden_at is null or status = 'draft'));
