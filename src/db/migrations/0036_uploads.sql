-- Files that arrive in pieces (docs/decisions/0042): what is to become of each, and of which document it was part in the
-- end. Their bytes are in DATA_DIR/uploads, under the same name.
set local lock_timeout = '5s';
set local statement_timeout = '30s';

create table uploads (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  user_id bigint not null references users on delete cascade,
  name text not null check (length(name) <= 120),
  size bigint not null check (size > 0),
  -- When the file was last changed where it comes from (milliseconds): with name and size, by which it is known again.
  modified bigint,
  actor_id bigint references actors on delete cascade,
  event_id bigint references events on delete cascade,
  -- What is said of the document.
  words jsonb not null,
  -- Somebody is making the document, until then.
  claimed_until timestamptz,
  document_id bigint references documents on delete cascade,
  created_at timestamptz not null default now()
);
create index uploads_user on uploads (user_id, created_at desc);
create index uploads_created on uploads (created_at);
create index uploads_actor on uploads (actor_id) where actor_id is not null;
create index uploads_event on uploads (event_id) where event_id is not null;
create index uploads_document on uploads (document_id) where document_id is not null;
