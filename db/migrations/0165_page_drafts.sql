-- A version of a written page that has been in force is not changed; one that is yet to come may be made a draft again.
CREATE OR REPLACE FUNCTION pages_keep_published()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.published_at is not null
    and ((new.slug, new.version, new.title, new.html, new.department_id_1c)
      is distinct from (old.slug, old.version, old.title, old.html, old.department_id_1c)
      or (new.published_at is distinct from old.published_at and old.published_at <= now())) then
    raise exception 'A published version of a page is not changed' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

-- How many consents rest on a text.
create index consents_page_idx on consents (page_id);
-- The ledger of consents by days.
create index consents_given_at_idx on consents (given_at);
