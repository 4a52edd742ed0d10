-- What a person is typing into an editor and has not saved: theirs alone, one for each thing edited, forgotten after 90 days.
create table drafts (
  user_id bigint not null references users on delete cascade,
  subject text not null check (subject ~ '^(event|actor)-[a-z0-9_.-]{1,40}$'),
  fields jsonb not null check (jsonb_typeof(fields) = 'object'),
  version integer, -- the version of the thing that was being edited; none for a new one
  saved_at timestamptz not null default now(),
  primary key (user_id, subject)
);
create index drafts_saved on drafts (saved_at);
