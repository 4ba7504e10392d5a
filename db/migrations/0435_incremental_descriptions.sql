-- What an incremental package of 1C says of a good, laid over what is known of it. Fields that it does not name stay; `emptied` names those it
-- names as empty. A unit comes with its conversions, a description in one of two forms; of properties those stay that it does not list.
create function merged_onec_description(known jsonb, said jsonb) returns jsonb
language sql immutable parallel safe as $$
  select case when known is null then said else
    (known - 'emptied' - 'properties'
      - array(select jsonb_array_elements_text(coalesce(said -> 'emptied', '[]')))
      - case when said ? 'unit' then array['unit', 'conversions'] else '{}' end
      - case when said ?| array['description', 'html'] then array['description', 'html'] else '{}' end)
    || (said - 'emptied' - 'properties' - case when said ->> 'name' = '' then array['name'] else '{}' end)
    || coalesce((
      select jsonb_build_object('properties', jsonb_agg(property order by place)) from (
        select property, place from jsonb_array_elements(known -> 'properties') with ordinality k (property, place)
        where not exists (
          select from jsonb_array_elements(said -> 'properties') s where s -> 0 = property -> 0)
        union all
        select property, 1000000 + place from jsonb_array_elements(said -> 'properties') with ordinality s (property, place)
        where property -> 1 <> '[]'
      ) properties
      having count(*) > 0), '{}')
  end
$$;

-- The same for several, one laid over the other in their order.
create function merged_onec_descriptions(descriptions jsonb[]) returns jsonb
language plpgsql immutable parallel safe as $$
declare
  merged jsonb;
  said jsonb;
begin
  foreach said in array descriptions loop
    merged := merged_onec_description(merged, said);
  end loop;
  return merged;
end
$$;
