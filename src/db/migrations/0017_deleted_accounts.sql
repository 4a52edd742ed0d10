-- An account that is deleted is marked, and can do nothing any more; a job removes what is left of it, in steps.
alter table users add column deleted_at timestamptz;
create index users_deleted on users (id) where deleted_at is not null;

-- Who answered, keeps or follows an event is told that it is gone, even if it is gone for good by then: who they are is noted with why.
alter table notice_people add column because text not null default 'answer' check (because in ('answer', 'agenda', 'follow'));
-- Such a notice outlives its event and its page for a while. What was there satisfies the older, stricter condition.
alter table notices drop constraint notices_check;
alter table notices add constraint notices_about check (kind in ('withdrawn', 'cancelled') or num_nonnulls(event_id, actor_id) >= 1) not valid;
create index notices_outliving on notices (created_at) where event_id is null and kind in ('withdrawn', 'cancelled');
