-- Lists of goods a person keeps under a name. What is favourite now stays in the cookie alone (S7-29).
create table saved_lists (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  constraint saved_lists_name_check check (length(name) >= 1 and length(name) <= 60 and name = btrim(name))
);
create unique index saved_lists_user_id_name_idx on saved_lists (user_id, lower(name));

-- Counts are sales units. The position bounds a list.
create table saved_list_lines (
  list_id uuid not null references saved_lists (id) on delete cascade,
  position smallint not null,
  product_id integer not null references products (id) on delete cascade,
  count integer not null,
  primary key (list_id, product_id),
  constraint saved_list_lines_list_id_position_key unique (list_id, position),
  constraint saved_list_lines_position_check check (position between 1 and 200),
  constraint saved_list_lines_count_check check (count between 1 and 99999)
);
create index saved_list_lines_product_id_idx on saved_list_lines (product_id);

create function check_saved_lists() returns trigger language plpgsql as $$
begin
  -- Lists of one person are saved one after another: a parallel one is counted too.
  perform from users where id = new.user_id for no key update;
  if (select count(*) from saved_lists where user_id = new.user_id) > 30 then
    raise check_violation using constraint = 'saved_lists_limit', message = 'a person keeps 30 lists at most';
  end if;
  return null;
end
$$;
create trigger saved_lists_limit after insert on saved_lists for each row execute function check_saved_lists();

-- The words of the acting log, put into the function as it stands.
do $$
declare
  stands text := pg_get_functiondef('acting_words(text, jsonb, jsonb)'::regprocedure);
  mark text := 'when ''estimates'' then';
begin
  if position(mark in stands) = 0 then raise exception 'acting_words has no place for lists'; end if;
  execute replace(stands, mark, 'when ''saved_lists'' then ''Список «'' || (r ->> ''name'') || ''»''
    when ''saved_list_lines'' then ''Товары списка «'' || (select name from saved_lists where id = (r ->> ''list_id'')::uuid) || ''»''
    ' || mark);
end
$$;
create trigger note_acting after insert or update or delete on saved_lists
  for each row when (current_setting('shop.acting_id', true) <> '') execute function note_acting();
create trigger note_acting after insert or update or delete on saved_list_lines
  for each row when (current_setting('shop.acting_id', true) <> '') execute function note_acting();
