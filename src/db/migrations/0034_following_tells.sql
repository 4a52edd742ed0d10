-- What following a page tells, and devices that are told (docs/decisions/0040).

-- In the agenda alone, in the newsletter too, or also at once when something is published.
alter table follows add column notify text not null default 'newsletter' check (notify in ('agenda', 'newsletter', 'now'));
-- Who is told at once is walked through by their number.
create index follows_now on follows (actor_id, user_id) where notify = 'now';

-- A choice of its own beside those that were: whoever asks a page to tell at once is told, by mail and here, unless they say otherwise.
alter table users
  drop constraint users_notify_check,
  add constraint users_notify_check check (notify <@ '{invitation,page,change,answer,new}'::text[]) not valid,
  drop constraint users_notify_app_check,
  add constraint users_notify_app_check check (notify_app <@ '{invitation,page,change,answer,new}'::text[]) not valid,
  alter column notify set default '{invitation,page,change,new}',
  alter column notify_app set default '{invitation,page,change,answer,new}';
update users set notify = notify || '{new}', notify_app = notify_app || '{new}';

-- Whether its publication is told to those who asked to hear at once.
alter table events add column tells boolean not null default true;

alter table notices
  drop constraint notices_kind_check,
  add constraint notices_kind_check check (kind in ('cancelled', 'postponed', 'rescheduled', 'moved_online', 'tentative',
    'restored', 'date_cancelled', 'date_moved', 'date_restored', 'dates', 'place', 'withdrawn', 'returned', 'message',
    'confirmation', 'invitation', 'answers', 'claim', 'published')) not valid,
  drop constraint notices_about,
  add constraint notices_about check (kind in ('withdrawn', 'cancelled', 'published') or num_nonnulls(event_id, actor_id) >= 1) not valid,
  -- Whose publications wait together in it, by the number of the account; 0 is the clock. Empty once it is told.
  add column publisher bigint,
  -- How often something was added while it waited: only the last of its jobs tells it.
  add column rounds int not null default 1;
create unique index notices_publisher on notices (publisher) where publisher is not null;
create index notices_published on notices (created_at) where kind = 'published';

-- What became public, and the pages whose followers asked to hear of it at once: of each page an event is told once.
create table notice_events (
  event_id bigint not null references events on delete cascade,
  actor_id bigint not null references actors on delete cascade,
  -- The notice that tells it; none of what it did not tell, or when that is forgotten.
  notice_id bigint references notices on delete set null,
  -- Who published it, and knows.
  user_id bigint references users on delete set null,
  told_at timestamptz,
  primary key (event_id, actor_id)
);
create index notice_events_notice on notice_events (notice_id) where notice_id is not null;
create index notice_events_actor on notice_events (actor_id);
create index notice_events_user on notice_events (user_id) where user_id is not null;

-- Of a notice of several events: how many of them are for this person, which comes first, and by which page, if by one.
alter table deliveries
  add column event_id bigint references events on delete set null,
  add column actor_id bigint references actors on delete set null,
  add column events int,
  drop constraint deliveries_channel_check,
  add constraint deliveries_channel_check check (channel in ('mail', 'app', 'push')) not valid;
create index deliveries_event on deliveries (event_id) where event_id is not null;
create index deliveries_actor on deliveries (actor_id) where actor_id is not null;

-- Devices that a person lets be told (RFC 8030): where their push service takes messages, and what these are encrypted with (RFC 8291).
create table push_devices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  session_id bigint references sessions on delete cascade, -- whoever signs out there is told no more there
  endpoint text not null check (length(endpoint) between 10 and 1000 and endpoint ~ '^https?://'),
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  name text check (length(name) <= 100),
  failed_at timestamptz, -- since when nothing reaches it
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index push_devices_endpoint on push_devices (endpoint);
create index push_devices_user on push_devices (user_id, id desc);
create index push_devices_session on push_devices (session_id);
