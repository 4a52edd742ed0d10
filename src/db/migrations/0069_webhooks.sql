-- Other programs are told of what changes on a page: where, of what, and signed with which secret.
set local lock_timeout = '5s';
set local statement_timeout = '60s';

create table webhooks (
  id bigint generated always as identity primary key,
  actor_id bigint not null references actors on delete cascade,
  created_by bigint references users on delete set null,
  url text not null check (char_length(url) <= 2000),
  host text not null,
  description text check (char_length(description) <= 200),
  events text[] not null,
  -- Sealed, as the keys of the Fediverse are (lib/sealing.server.ts). Receivers believe the former one until then.
  secret bytea not null,
  former_secret bytea,
  former_until timestamptz,
  is_active boolean not null default true,
  -- Why it was switched off, where nobody did it: nothing is there any more, or nothing answered for days.
  off_reason text check (off_reason in ('gone', 'failing')),
  -- Of tries that failed one after the other: how many, since when, and until when it is left alone.
  failures integer not null default 0,
  failing_since timestamptz,
  retry_at timestamptz,
  version integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (actor_id, url),
  check (off_reason is null or not is_active),
  check ((former_secret is null) = (former_until is null))
);
create index webhooks_created_by on webhooks (created_by) where created_by is not null;

-- What the programs of a page know of an event, as a digest of what everybody sees (null: that it is there). It outlives
-- the event, whose end is still to be told.
create table webhook_told (
  actor_id bigint not null references actors on delete cascade,
  event_id bigint not null,
  said bytea,
  status text not null,
  primary key (actor_id, event_id)
);
create index webhook_told_event on webhook_told (event_id);

-- The same of the page itself; null where nobody sees it.
create table webhook_pages (
  actor_id bigint primary key references actors on delete cascade,
  said bytea
);

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  -- Its name for receivers, the same however often it is tried.
  uid uuid not null default gen_random_uuid(),
  webhook_id bigint not null references webhooks on delete cascade,
  type text not null,
  -- Of which event; null: of the page, or to try it. No foreign key: an end is told when the event is gone.
  event_id bigint,
  -- What is sent, word for word; forgotten once it was, or is given up.
  body text,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'dropped')),
  tries integer not null default 0,
  status integer,
  error text check (error in ('forbidden', 'timeout', 'too_large', 'unreachable')),
  due_at timestamptz not null default now(),
  tried_at timestamptz,
  created_at timestamptz not null default now(),
  check ((state = 'waiting') = (body is not null))
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at, id) where state = 'waiting';
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, coalesce(event_id, 0), id) where state = 'waiting';
create index webhook_deliveries_latest on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_created on webhook_deliveries (created_at);

-- Who has a page in hand is told that one was switched off.
alter table notices
  drop constraint notices_kind_check,
  add constraint notices_kind_check check (kind in ('cancelled', 'postponed', 'rescheduled', 'moved_online', 'tentative',
    'restored', 'date_cancelled', 'date_moved', 'date_restored', 'dates', 'place', 'withdrawn', 'returned', 'message',
    'confirmation', 'invitation', 'answers', 'claim', 'published', 'reactions', 'refused', 'webhook')) not valid;
