-- Whether a record said what it is. Where it did not, its event may be given what its venue usually shows, and is no
-- evidence of that. What was imported before counts as said until its record changes.
alter table event_sources add column category_said boolean not null default true;
