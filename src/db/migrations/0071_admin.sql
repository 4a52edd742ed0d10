-- Running an instance from the browser (docs/decisions/0064).

set local lock_timeout = '5s';
set local statement_timeout = '60s';

-- Whoever is suspended does not get in and holds no role.
alter table users
  add column suspended_at timestamptz,
  add column suspended_reason text check (length(suspended_reason) between 1 and 2000),
  add constraint users_suspended check ((suspended_at is null) = (suspended_reason is null)
    and (suspended_at is null or not (is_moderator or is_admin)));
create index users_staff on users (id desc) where is_moderator or is_admin;
create index users_suspended on users (id desc) where suspended_at is not null;
create index users_by_username on users (username text_pattern_ops);

-- What administrators did; by nobody where it was done from the command line, or by who has left.
create table admin_log (
  id bigint generated always as identity primary key,
  admin_id bigint references users on delete set null,
  action text not null check (action in ('moderator_given', 'moderator_taken', 'admin_given', 'admin_taken',
    'suspended', 'restored', 'host_blocked', 'host_unblocked', 'host_allowed', 'host_disallowed',
    'hosts_blocked', 'hosts_allowed', 'host_retried')),
  user_id bigint references users on delete set null, -- whose account it was about
  host text check (length(host) between 1 and 260),
  hosts int check (hosts > 0), -- how many a list of them was
  reason text check (length(reason) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index admin_log_admin on admin_log (admin_id) where admin_id is not null;
create index admin_log_user on admin_log (user_id) where user_id is not null;

-- What the instance at a glance is counted by. Deliveries only grow at their end, so that a summary of each part is enough.
create index deliveries_time on deliveries using brin (created_at) with (autosummarize = on);
create index fediverse_hosts_failing on fediverse_hosts (failures desc, host) where failures > 0;
create index documents_bytes on documents (type) include (stored);
