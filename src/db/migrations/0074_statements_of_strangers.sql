-- Whoever is not signed in adds to a report and replaces nothing in it: anybody may write an address that is not theirs.
-- Whoever has an account is told the decision under the name they saw, whatever it is called by then.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

drop index report_statements_email;
alter table report_statements add column name text check (length(name) <= 300); -- of what they reported, as they saw it
