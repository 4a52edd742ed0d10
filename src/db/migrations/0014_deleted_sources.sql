-- Of what was imported and deleted for good: that it was, so that the next import does not bring it back. A hash says nothing of the event
-- to whoever does not hold the record itself.
create table deleted_sources (
  source bytea primary key check (length(source) = 32), -- SHA-256 of the origin, a blank, and the identifier it has there
  deleted_at timestamptz not null default now()
);
