-- Who said that a page is theirs is told here too what moderators decided.

alter table notices
  add column claim_id bigint references claims on delete cascade,
  drop constraint notices_kind_check,
  add constraint notices_kind_check check (kind in (
    'cancelled', 'postponed', 'rescheduled', 'moved_online', 'tentative', 'restored', 'date_cancelled', 'date_moved',
    'date_restored', 'dates', 'place', 'message', 'confirmation', 'invitation', 'answers', 'claim')),
  add constraint notices_claim_check check ((kind = 'claim') = (claim_id is not null));
create unique index notices_claim on notices (claim_id) where claim_id is not null;

alter table deliveries drop constraint deliveries_because_check, add constraint deliveries_because_check
  check (because in ('answer', 'agenda', 'follow', 'page', 'event', 'claim'));
