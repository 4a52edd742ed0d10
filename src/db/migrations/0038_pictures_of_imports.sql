-- Pictures that imported records name by their address (docs/decisions/0044): each address is fetched once, later, by a job.
set local lock_timeout = '5s';
set local statement_timeout = '30s';

create table pictures_elsewhere (
  id bigint generated always as identity primary key,
  url text not null unique check (octet_length(url) <= 2000),
  host text not null,
  state text not null default 'waiting' check (state in ('waiting', 'fetched', 'refused')),
  -- Why it is not to be had: read by operators, shown to nobody.
  reason text check (length(reason) <= 40),
  tries int not null default 0,
  -- Not before: after a failure, or while a job works on it.
  next_at timestamptz not null default now(),
  document_id bigint references documents on delete set null
);
create index pictures_elsewhere_due on pictures_elsewhere (next_at, id) where state = 'waiting';
create index pictures_elsewhere_document on pictures_elsewhere (document_id) where document_id is not null;

-- Which picture the source of an event names for it now, and which of them the event was given.
create table event_pictures (
  event_id bigint primary key references events on delete cascade,
  picture_id bigint not null references pictures_elsewhere,
  alt text check (length(alt) <= 1000),
  credit text check (length(credit) <= 300),
  document_id bigint references documents on delete set null
);
create index event_pictures_picture on event_pictures (picture_id);
create index event_pictures_document on event_pictures (document_id) where document_id is not null;
