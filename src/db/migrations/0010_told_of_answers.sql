-- Who manages an event is told that people answered it: a notice gathers them (notice_people) until it is told.

alter table notices drop constraint notices_kind_check, add constraint notices_kind_check check (kind in (
  'cancelled', 'postponed', 'rescheduled', 'moved_online', 'tentative', 'restored', 'date_cancelled', 'date_moved',
  'date_restored', 'dates', 'place', 'message', 'confirmation', 'invitation', 'answers'));
create unique index notices_answers on notices (event_id) where kind = 'answers' and started_at is null;

alter table deliveries drop constraint deliveries_because_check, add constraint deliveries_because_check
  check (because in ('answer', 'agenda', 'follow', 'page', 'event'));

-- Mails about answers are for those who ask for them; who left the choices as they were never did.
alter table users alter column notify set default '{invitation,page,change}';
update users set notify = array_remove(notify, 'answer') where notify = '{invitation,page,change,answer}';
-- What invites one to a page is a choice of its own here too, and was one with what asks a page to confirm.
update users set notify_app = array_remove(notify_app, 'page') where not 'invitation' = any(notify_app);
