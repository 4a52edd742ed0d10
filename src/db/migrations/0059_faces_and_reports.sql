-- Faces of accounts elsewhere, and when moderators were told of reports.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- A face is fetched by a job, drawn anew and served from here: no visitor is sent to a server that a stranger chose.
alter table remote_actors
  add column face text check (face ~ '^[0-9a-f]{40}$'), -- the key of its files
  add column face_bytes bytea check (octet_length(face_bytes) = 32), -- SHA-256 of what was fetched
  add column face_due_at timestamptz not null default now();
create unique index remote_actors_face on remote_actors (face) where face is not null;
create index remote_actors_face_due on remote_actors (face_due_at) where icon_url is not null;

-- Moderators are told of what is reported once an hour at most.
alter table reports add column told_at timestamptz;
create index reports_told on reports (told_at) where told_at is not null;
