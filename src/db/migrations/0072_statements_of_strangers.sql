-- Whoever is not signed in adds to a report and replaces nothing in it: anybody may write an address that is not theirs.

set local lock_timeout = '5s';
set local statement_timeout = '60s';

drop index report_statements_email;
