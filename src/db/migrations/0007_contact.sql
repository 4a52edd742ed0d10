-- Writing to the people of a page, asking for a page that nobody has in hand, and when an invitation was mailed.

-- What this instance signs with, made once and shared by all its processes.
create table server_secrets (
  name text primary key check (length(name) between 1 and 40),
  value bytea not null check (length(value) = 32),
  created_at timestamptz not null default now()
);

-- A proof that somebody writes, not a program, counts once; a question in words can be answered wrongly a few times.
create table captcha_answers (
  nonce bytea primary key check (length(nonce) = 16),
  wrong int not null default 0,
  is_used boolean not null default false,
  expires_at timestamptz not null
);
create index captcha_answers_expiry on captcha_answers (expires_at);

create table contact_messages (
  id bigint generated always as identity primary key,
  actor_id bigint not null references actors on delete cascade,
  channel text not null check (channel in ('email', 'inbox')),
  user_id bigint references users on delete cascade, -- who wrote it, when they were signed in
  name text not null check (length(name) between 1 and 100),
  email text check (length(email) between 3 and 254 and email ~ '^[^@\s[:cntrl:]]+@[^@\s[:cntrl:]]+$'),
  email_verified boolean not null default false, -- it was theirs, proved, when they wrote
  subject text not null check (length(subject) between 1 and 150),
  message text not null check (length(message) between 1 and 5000),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  check (channel <> 'email' or email is not null)
);
create index contact_messages_page on contact_messages (actor_id, id desc);
create index contact_messages_sender on contact_messages (user_id) where user_id is not null;
create index contact_messages_address on contact_messages (lower(email)) where email is not null;
create index contact_messages_age on contact_messages (created_at);

-- Who of the people of a page has read it.
create table contact_reads (
  message_id bigint not null references contact_messages on delete cascade,
  user_id bigint not null references users on delete cascade,
  read_at timestamptz not null default now(),
  primary key (message_id, user_id)
);
create index contact_reads_user on contact_reads (user_id);

-- « This page is mine »: said by somebody of a page without an owner, decided by a moderator.
create table claims (
  id bigint generated always as identity primary key,
  actor_id bigint not null references actors on delete cascade,
  user_id bigint not null references users on delete cascade,
  reason text not null check (length(reason) between 1 and 2000),
  proof_url text check (proof_url ~ '^https?://' and length(proof_url) <= 2000),
  status text not null default 'open' check (status in ('open', 'accepted', 'refused')),
  answer text check (length(answer) between 1 and 2000),
  decided_by bigint references users on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  check ((status = 'open') = (decided_at is null)),
  check (status <> 'refused' or answer is not null)
);
create unique index claims_open_once on claims (actor_id, user_id) where status = 'open';
create index claims_open on claims (id) where status = 'open';
create index claims_decided on claims (id desc) where status <> 'open';
create index claims_user on claims (user_id);
create index claims_decider on claims (decided_by) where decided_by is not null;

-- An invitation is mailed when it is made, and again when somebody asks for that: a few times, with pauses.
alter table relations add column mailed_at timestamptz;
alter table relations add column mails int not null default 0;
