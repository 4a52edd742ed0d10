-- What was read from a PDF and drawn of it, and films that are shown elsewhere (docs/decisions/0044).
set local lock_timeout = '5s';
set local statement_timeout = '30s';

create table pdfs (
  document_id bigint primary key references documents on delete cascade,
  -- plain: no program on this machine reads PDFs. locked: it asks for a password. broken: it could not be read.
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'plain', 'locked', 'broken')),
  pages int check (pages > 0),
  made text unique, -- key in storage: the first page, in several widths
  width int,
  height int,
  widths int[] not null default '{}',
  words text check (length(words) <= 100000),
  search tsvector not null generated always as (search_document(coalesce(words, ''))) stored,
  updated_at timestamptz not null default now()
);
create index pdfs_unread on pdfs (updated_at) where state in ('waiting', 'plain');
create index pdfs_search on pdfs using gin (search);
insert into pdfs (document_id) select id from documents where mime = 'application/pdf';

create trigger content_changed after insert or update or delete or truncate on pdfs for each statement execute function content_changed();

-- A film has an address in place of a file.
alter table documents alter column file drop not null,
  add column url text check (length(url) <= 2000),
  add constraint documents_file_or_url check (file is not null or url is not null) not valid;

-- The longest first, what has no length last; and those of a rare kind without walking over all others.
create index documents_longest on documents (duration desc nulls last, id desc) where visibility = 'public';
create index documents_of_type on documents (type, created_at desc, id desc) where visibility = 'public';
