-- Since when everybody had read a comment comes back with it, once moderators show it again. For a few hours 0063 made this too.
set local lock_timeout = '5s';
set local statement_timeout = '60s';
alter table fediverse_reactions add column if not exists hidden_shown_at timestamptz;
