-- Files of pages and events: who brought them, what was made of them, and which are a page's face.

alter table documents
  add column created_by bigint references users on delete set null,
  add column name text check (length(name) between 1 and 255), -- of the file, where it came from
  add column stored bigint not null default 0 check (stored >= 0), -- bytes of all that is kept of it
  add column widths int[] not null default '{}', -- of an image: each width it is kept in, in order
  add column focal_x real not null default 0.5 check (focal_x between 0 and 1),
  add column focal_y real not null default 0.5 check (focal_y between 0 and 1),
  add column version int not null default 1,
  add column search tsvector not null generated always as (
    search_document(title || ' ' || coalesce(description, '') || ' ' || coalesce(credit, ''))
  ) stored;

-- A list is read in the order of one of these. What belongs to a page or an event that nobody sees is left out by the way.
drop index documents_newest;
create index documents_created on documents (created_at desc, id desc) where visibility = 'public';
create index documents_updated on documents (updated_at desc, id desc) where visibility = 'public';
create index documents_title on documents (plain(title), id) where visibility = 'public';
create index documents_duration on documents (duration, id) where visibility = 'public';
create index documents_search on documents using gin (search) where visibility = 'public';
create index documents_created_by on documents (created_by) where created_by is not null;
-- What nobody has used yet: it goes after a while.
create index documents_unused on documents (created_at) where actor_id is null and event_id is null;

alter table actors
  add column avatar_id bigint references documents on delete set null,
  add column banner_id bigint references documents on delete set null;
create index actors_avatar on actors (avatar_id) where avatar_id is not null;
create index actors_banner on actors (banner_id) where banner_id is not null;

-- Of an event an image may be told of otherwise than of itself; null says the same.
alter table event_images
  alter column focal_x drop not null, alter column focal_x drop default,
  alter column focal_y drop not null, alter column focal_y drop default,
  add column alt text check (length(alt) <= 1000),
  add column credit text check (length(credit) <= 300);
