-- Sounds (docs/decisions/0043): what was read from a file and made of it, beside the document that it is.
set local lock_timeout = '5s';
set local statement_timeout = '30s';

create table sounds (
  document_id bigint primary key references documents on delete cascade,
  -- ready: renditions are there. original: no program on this machine makes any, so the file itself is played.
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'original', 'failed')),
  reason text check (reason in ('unreadable', 'too_long', 'no_room')),
  made text unique, -- key in storage: sound.webm (Opus), sound.m4a (AAC), cover.jpg
  opus_size bigint check (opus_size > 0),
  aac_size bigint check (aac_size > 0),
  has_cover boolean not null default false,
  artist text check (length(artist) <= 300),
  album text check (length(album) <= 300),
  loudness real, -- integrated, LUFS (EBU R128)
  true_peak real, -- dBTP
  peaks bytea check (octet_length(peaks) = 800),
  chapters text check (length(chapters) <= 20000), -- lines "mm:ss title"
  transcript text check (length(transcript) <= 200000),
  updated_at timestamptz not null default now()
);
create index sounds_waiting on sounds (updated_at) where state = 'waiting';

create trigger content_changed after insert or update or delete or truncate on sounds for each statement execute function content_changed();
