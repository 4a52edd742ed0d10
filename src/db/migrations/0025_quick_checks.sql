-- The checks of texts and access and the facets of an event say what they said before, in less time: each event that is
-- written asks five of them.

-- Without a subquery: part of the check itself, and no function that is called.
create or replace function is_translated(texts jsonb, longest int) returns boolean language sql immutable parallel safe
  return jsonb_typeof(texts) = 'object'
    and (texts - 'fr' - 'en' - 'nl') = '{}'::jsonb
    and coalesce(jsonb_typeof(texts -> 'fr') = 'string' and length(texts ->> 'fr') between 1 and longest, true)
    and coalesce(jsonb_typeof(texts -> 'en') = 'string' and length(texts ->> 'en') between 1 and longest, true)
    and coalesce(jsonb_typeof(texts -> 'nl') = 'string' and length(texts ->> 'nl') between 1 and longest, true);

-- Most say nothing.
create or replace function is_access(facts jsonb) returns boolean language plpgsql immutable strict parallel safe as $$
begin
  if facts = '{}'::jsonb then
    return true;
  end if;
  return jsonb_typeof(facts) = 'object'
    and not exists (
      select from jsonb_each_text(facts) as each(feature, answer)
      where not case feature
        when 'checked' then answer ~ '^\d{4}-\d{2}-\d{2}$'
        else feature in ('step_free', 'wheelchair_places', 'accessible_toilet', 'induction_loop', 'sign_language',
                         'audio_description', 'relaxed', 'seating', 'strobe')
             and answer in ('yes', 'no', 'unknown')
        end
    );
end $$;

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
    facets := facets || ('lang:' || one);
  end loop;
  foreach one in array offers loop
    facets := facets || ('access:' || one);
  end loop;
  if is_free then
    facets := facets || 'free'::text;
  end if;
  return facets;
end $$;
