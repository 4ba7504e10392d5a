-- A person gives the consent to processing once for each edition of its text. What is sent later names it: such a row
-- says what was sent under which consent, and ends with it.
alter table consents add column under_id bigint;
alter table consents add constraint consents_under_id_fkey foreign key (under_id) references consents (id) on delete cascade;
alter table consents add constraint consents_under_id_check
  check (under_id is null or purpose = 'personal_data' and under_id <> id);
create index consents_under_id_idx on consents (under_id) where under_id is not null;

-- The person's consent to processing that was given to this text and stands; null: none.
create function standing_consent(person uuid, text_id integer) returns bigint language sql stable as $$
  select id from consents
  where user_id = person and page_id = text_id and purpose = 'personal_data' and under_id is null and withdrawn_at is null
  order by given_at desc, id desc limit 1
$$;
