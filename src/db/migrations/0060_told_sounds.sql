-- Sounds that others were told of (docs/decisions/0050): which, and which version of it.
set local lock_timeout = '5s';
set local statement_timeout = '60s';

alter table fediverse_objects
  add column document_id bigint, -- no foreign key: it outlives the sound
  add column document_version int;
create index fediverse_objects_sounds on fediverse_objects (identity_id, document_id)
  where document_id is not null and gone_at is null;
