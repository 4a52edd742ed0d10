-- What people have to be told: a notice for each thing that happened, a delivery for each person and channel.

alter table users add column notify_app text[] not null default '{invitation,page,change,answer}'
  check (notify_app <@ '{invitation,page,change,answer}'::text[]); -- what is told here; users.notify is what is mailed
-- What a mail carries to be the last one: it stops mails and does nothing else.
alter table users add column stop_key uuid not null default gen_random_uuid() unique;

create table notices (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('cancelled', 'postponed', 'rescheduled', 'moved_online', 'tentative', 'restored',
    'date_cancelled', 'date_moved', 'date_restored', 'dates', 'place', 'message', 'confirmation', 'invitation')),
  event_id bigint references events on delete cascade,
  -- The dates it is about; null for all of them. Without a reference: a date may be gone by then.
  occurrence_ids bigint[],
  -- For a confirmation the page that is asked; for an invitation the page that invites.
  actor_id bigint references actors on delete cascade,
  relation_id bigint references relations on delete cascade,
  user_id bigint references users on delete set null, -- by whom
  was jsonb not null default '{}' check (jsonb_typeof(was) = 'object'),
  becomes jsonb not null default '{}' check (jsonb_typeof(becomes) = 'object'),
  followed bigint[] not null default '{}', -- the pages whose followers are told: host and house, before and after
  answers text[], -- of a message: to whom, by what they answered
  subject text check (length(subject) between 1 and 200),
  body text check (length(body) between 1 and 10000),
  created_at timestamptz not null default now(),
  -- How far its people were gathered, by their number; when all of them were.
  gathered_to bigint not null default 0,
  started_at timestamptz,
  gathered_at timestamptz,
  check (num_nonnulls(event_id, actor_id) >= 1),
  check ((kind = 'message') = (subject is not null and body is not null)),
  check ((kind = 'invitation') = (relation_id is not null))
);
create index notices_event on notices (event_id, id desc) where event_id is not null;
create index notices_actor on notices (actor_id) where actor_id is not null;
create index notices_relation on notices (relation_id) where relation_id is not null;
create index notices_user on notices (user_id) where user_id is not null;
-- A page is asked once for each event.
create unique index notices_confirmation on notices (event_id, actor_id) where kind = 'confirmation';

-- Whose answer goes with a date that is taken away: kept until they are told.
create table notice_people (
  notice_id bigint not null references notices on delete cascade,
  user_id bigint not null references users on delete cascade,
  primary key (notice_id, user_id)
);
create index notice_people_user on notice_people (user_id);

create table deliveries (
  id bigint generated always as identity primary key,
  notice_id bigint not null references notices on delete cascade,
  user_id bigint not null references users on delete cascade,
  channel text not null check (channel in ('mail', 'app')),
  because text not null check (because in ('answer', 'agenda', 'follow', 'page')),
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  failure text check (length(failure) <= 60), -- no_address, refused, unreachable, unknown
  tries int not null default 0,
  doubts int not null default 0, -- tries of which nobody knows whether the mail went out
  held_until timestamptz, -- a worker has it in hand
  sent_at timestamptz,
  read_at timestamptz,
  hidden_at timestamptz, -- put away by the person
  created_at timestamptz not null default now(),
  check ((state = 'failed') = (failure is not null)),
  unique (notice_id, user_id, channel)
);
create index deliveries_inbox on deliveries (user_id, id desc) where channel = 'app' and hidden_at is null;
create index deliveries_unread on deliveries (user_id) where channel = 'app' and hidden_at is null and read_at is null;
create index deliveries_answered on deliveries (notice_id, id) where because = 'answer';
create index deliveries_user on deliveries (user_id);

-- Followers are walked through by their number.
create index follows_in_order on follows (actor_id, user_id);
drop index follows_actor;
