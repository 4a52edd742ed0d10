-- Anybody reports what they see here (docs/decisions/0061): all that people say of one thing, until it is decided, is one
-- report, which no server has sent; and what moderators decided of it.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table reports
  alter column host drop not null, -- null: people here say it
  add column decision text check (decision in ('none', 'correction', 'hidden')),
  add column reason text check (length(reason) between 1 and 500), -- as the page was told
  add column due_on date; -- until when a correction is waited for

-- What one person says in a report. Who they are is known only as long as they are to be told what was decided.
create table report_statements (
  id bigint generated always as identity primary key,
  report_id bigint not null references reports on delete cascade,
  user_id bigint references users on delete set null,
  email text check (length(email) between 3 and 254), -- of somebody who was not signed in
  language text not null check (language in ('fr', 'en', 'nl')), -- in which they are told
  reason text not null check (reason in ('advertising', 'hurtful', 'duplicate', 'wrong', 'illegal', 'other')),
  text text not null default '' check (length(text) <= 2000),
  created_at timestamptz not null default now(),
  check (user_id is null or email is null)
);
create index report_statements_report on report_statements (report_id, id);
create unique index report_statements_user on report_statements (report_id, user_id) where user_id is not null;
create unique index report_statements_email on report_statements (report_id, lower(email)) where email is not null;
create index report_statements_person on report_statements (user_id) where user_id is not null;
create index report_statements_address on report_statements (lower(email)) where email is not null;
