-- What lies around the points of a branch, drawn under them on the shop's own scheme. The source is named under it.
create table department_outlines (
  department_id_1c text primary key references departments (id_1c) on delete cascade,
  source text not null,
  changed_at timestamptz not null,
  constraint department_outlines_source_check check (length(source) >= 1 and length(source) <= 120 and source = btrim(source))
);

-- Areas (park, water_area) close themselves. Degrees, one of each array a place.
create table department_outline_lines (
  department_id_1c text not null references department_outlines (department_id_1c) on delete cascade,
  position smallint not null,
  kind text not null,
  name text,
  latitudes double precision[] not null,
  longitudes double precision[] not null,
  primary key (department_id_1c, position),
  constraint department_outline_lines_position_check check (position between 0 and 299),
  constraint department_outline_lines_kind_check
    check (kind in ('park', 'water_area', 'water', 'railway', 'street', 'highway')),
  constraint department_outline_lines_name_check check (length(name) >= 1 and length(name) <= 80 and name = btrim(name)),
  constraint department_outline_lines_points_check check (array_ndims(latitudes) = 1 and array_ndims(longitudes) = 1
    and cardinality(latitudes) = cardinality(longitudes)
    and cardinality(latitudes) between case when kind in ('park', 'water_area') then 3 else 2 end and 400),
  constraint department_outline_lines_range_check check (
    array_position(latitudes, null) is null and 40 <= all (latitudes) and 82 >= all (latitudes)
    and array_position(longitudes, null) is null and -180 <= all (longitudes) and 180 >= all (longitudes))
);

create function limit_outline_points() returns trigger language plpgsql as $function$
begin
  if exists (
    select from department_outline_lines l where l.department_id_1c in (select w.department_id_1c from written w)
    group by l.department_id_1c having sum(cardinality(l.latitudes)) > 6000
  ) then
    raise exception 'an outline has at most 6000 points' using errcode = 'check_violation',
      constraint = 'department_outlines_points_check';
  end if;
  return null;
end $function$;
create trigger limit_outline_points_inserted after insert on department_outline_lines
  referencing new table as written for each statement execute function limit_outline_points();
create trigger limit_outline_points_updated after update on department_outline_lines
  referencing new table as written for each statement execute function limit_outline_points();
