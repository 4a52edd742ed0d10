-- Why one of several dates was called off, as everybody reads it; of a date that takes place it says nothing.
alter table occurrences add column status_reason text;
