-- Whoever asks for events in Dutch finds those in nl-BE, too: a facet is the language alone, whatever is said of it beside.
set local lock_timeout = '5s';
set local statement_timeout = '60s';

create or replace function event_facets(tags text[], languages text[], language text, is_free boolean, offers text[]) returns text[]
language plpgsql immutable parallel safe as $$
declare
  facets text[] := '{}';
  one text;
begin
  foreach one in array tags loop
    facets := facets || ('tag:' || one);
  end loop;
  foreach one in array case when languages = '{}' then array[language] else languages end loop
    facets := facets || ('lang:' || lower(split_part(one, '-', 1)));
  end loop;
  foreach one in array offers loop
    facets := facets || ('access:' || one);
  end loop;
  if is_free then
    facets := facets || 'free'::text;
  end if;
  return facets;
end $$;

update events set languages = languages where languages::text ~ '[-A-Z]';
