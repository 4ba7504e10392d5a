-- What a consent names: the edition of a text that the shop shows at that moment, as `isShown` of the pages says.
create function text_in_force(of_slug text, at timestamptz) returns integer language sql stable as $$
  select id from pages
  where slug = of_slug and department_id_1c is null and published_at <= at and coalesce(ends_at > at, true)
  order by version desc limit 1
$$;
