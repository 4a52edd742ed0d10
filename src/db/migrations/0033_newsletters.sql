-- Newsletters: who gets one, and each issue that was made (docs/decisions/0038). An account settles its own where it always
-- did (users.newsletter_*), so that the version before this one goes on working; a trigger has the row follow.

create table subscriptions (
  id bigint generated always as identity primary key,
  -- Of an account; or of an address, whoever reads it.
  user_id bigint unique references users on delete cascade,
  email text check (length(email) between 3 and 254 and email ~ '^[^@\s[:cntrl:]]+@[^@\s[:cntrl:]]+$'),
  language text not null check (language in ('fr', 'en', 'nl')),
  frequency text not null check (frequency in ('none', 'daily', 'weekly', 'monthly')),
  weekday int not null default 4 check (weekday between 1 and 7), -- ISO 8601: 1 is Monday
  hour int not null default 8 check (hour between 0 and 23), -- in this time zone
  timezone text not null check (length(timezone) between 1 and 64),
  -- What it is about, of an address: {"actors": [ids], "lists": [ids], "places": […], "categories": […], "q": "…"}.
  filters jsonb not null default '{}' check (jsonb_typeof(filters) = 'object'),
  filters_digest bytea check (length(filters_digest) = 32),
  -- Links that manage it are signed over this: another one makes them all void.
  key uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  stopped_at timestamptz,
  stopped_because text check (stopped_because in ('reader', 'bounces')),
  hard_bounces int not null default 0, -- one after another
  -- When the next issue is due; null where none is. Not planned: its next time has to be found first.
  next_due_at timestamptz,
  is_planned boolean not null default false,
  -- What happened until then has been told.
  told_until timestamptz,
  check (num_nonnulls(user_id, email) = 1),
  check ((email is null) = (filters_digest is null)),
  check ((stopped_at is null) = (stopped_because is null)),
  check (email is null or frequency <> 'none')
);
create index subscriptions_due on subscriptions (next_due_at, id) where next_due_at is not null;
create index subscriptions_unplanned on subscriptions (id) where not is_planned;
-- One address has one newsletter about the same thing, and one request for the same that waits.
create unique index subscriptions_once on subscriptions (lower(email), filters_digest)
  where email is not null and confirmed_at is not null;
create unique index subscriptions_asked on subscriptions
  (lower(email), filters_digest, language, frequency, weekday, hour, timezone)
  where email is not null and confirmed_at is null;
create index subscriptions_waiting on subscriptions (created_at) where confirmed_at is null;
create index subscriptions_stopped on subscriptions (stopped_at) where stopped_at is not null and email is not null;

-- Links that confirm one: their hashes, as of all links that are mailed.
create table subscription_links (
  hash bytea primary key check (length(hash) = 32),
  subscription_id bigint not null references subscriptions on delete cascade,
  expires_at timestamptz not null
);
create index subscription_links_subscription on subscription_links (subscription_id);
create index subscription_links_expiry on subscription_links (expires_at);

-- When an address (its hash) was sent a link, so that nobody can have it sent many.
create table subscription_asks (
  address bytea not null check (length(address) = 32),
  created_at timestamptz not null default now()
);
create index subscription_asks_address on subscription_asks (address, created_at);
create index subscription_asks_created on subscription_asks (created_at);

-- One issue for each subscription and period, whatever happens: this is the guarantee.
create table newsletter_issues (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references subscriptions on delete cascade,
  period text not null check (length(period) between 4 and 20), -- 2026-11-23, 2026-W48, 2026-11
  due_at timestamptz not null,
  -- As it was when it was made.
  language text not null check (language in ('fr', 'en', 'nl')),
  timezone text not null,
  frequency text not null check (frequency in ('daily', 'weekly', 'monthly')),
  -- What it holds, by number: {"from", "to", "since", "notices": [ids], "dates": [[event, date], …], "more"}.
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  failure text check (length(failure) <= 60), -- no_address, refused, unreachable, unknown
  tries int not null default 0,
  doubts int not null default 0, -- tries of which nobody knows whether the mail went out
  held_until timestamptz, -- a worker has it in hand
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  check ((state = 'failed') = (failure is not null)),
  unique (subscription_id, period)
);
create index newsletter_issues_latest on newsletter_issues (subscription_id, id desc);
create index newsletter_issues_created on newsletter_issues (created_at);

-- What is settled in an account is what its newsletter goes by.
create function newsletter_follows_account() returns trigger language plpgsql as $$
begin
  if new.deleted_at is not null then
    delete from subscriptions where user_id = new.id;
    return null;
  end if;
  -- Whoever sets it anew wants it again.
  update subscriptions set language = coalesce(new.newsletter_language, new.language), frequency = new.newsletter_frequency,
    weekday = new.newsletter_weekday, hour = new.newsletter_hour, timezone = new.timezone, is_planned = false,
    stopped_at = null, stopped_because = null, hard_bounces = 0
  where user_id = new.id;
  if not found and new.newsletter_frequency <> 'none' then
    insert into subscriptions (user_id, language, frequency, weekday, hour, timezone, confirmed_at)
    values (new.id, coalesce(new.newsletter_language, new.language), new.newsletter_frequency, new.newsletter_weekday,
      new.newsletter_hour, new.timezone, now())
    on conflict (user_id) do nothing;
  end if;
  return null;
end $$;
create trigger newsletter_begun after insert on users for each row
  when (new.newsletter_frequency <> 'none') execute function newsletter_follows_account();
create trigger newsletter_changed after update on users for each row
  when (new.deleted_at is distinct from old.deleted_at
    or (new.newsletter_frequency, new.newsletter_weekday, new.newsletter_hour, new.newsletter_language, new.language, new.timezone)
      is distinct from (old.newsletter_frequency, old.newsletter_weekday, old.newsletter_hour, old.newsletter_language, old.language, old.timezone))
  execute function newsletter_follows_account();
insert into subscriptions (user_id, language, frequency, weekday, hour, timezone, confirmed_at)
select id, coalesce(newsletter_language, language), newsletter_frequency, newsletter_weekday, newsletter_hour, timezone, now()
from users where newsletter_frequency <> 'none' and deleted_at is null;
