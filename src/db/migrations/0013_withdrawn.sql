-- People are told when an event they could see is taken off the agenda, and when it is back.

alter table notices drop constraint notices_kind_check;
alter table notices add constraint notices_kind_check check (kind in ('cancelled', 'postponed', 'rescheduled', 'moved_online',
  'tentative', 'restored', 'date_cancelled', 'date_moved', 'date_restored', 'dates', 'place', 'withdrawn', 'returned', 'message',
  'confirmation', 'invitation', 'answers', 'claim'));

-- What the event was called when people could see it: of what is a draft since, they learn nothing new.
alter table notices
  add column event_title jsonb check (jsonb_typeof(event_title) = 'object'),
  add column event_language text;
update notices set event_title = events.title, event_language = events.language from events where events.id = notices.event_id;
