-- The same check as before, as a plain expression: PostgreSQL puts it into the statement that writes, instead of running a
-- query for each text of each row. Of null it says nothing, as before.
create or replace function is_translated(texts jsonb, longest int) returns boolean language sql immutable parallel safe called on null input
  return jsonb_typeof(texts) = 'object' and texts - 'fr' - 'en' - 'nl' = '{}'
    and (texts->'fr' is null or jsonb_typeof(texts->'fr') = 'string' and length(texts->>'fr') between 1 and longest)
    and (texts->'en' is null or jsonb_typeof(texts->'en') = 'string' and length(texts->>'en') between 1 and longest)
    and (texts->'nl' is null or jsonb_typeof(texts->'nl') = 'string' and length(texts->>'nl') between 1 and longest);
