-- A database that holds the people of the demonstration is one; whether anything in it is real, nobody knows. Their passwords were printed in
-- the source, so it must not open as a shop of its own. Only these five addresses were ever loaded.
insert into settings (key, value)
select 'demonstration', '"migration"'
where exists (
  select from contacts
  where type = 'email' and confirmed_at is not null and value in (
    'anna@pochta.example', 'sergey@dvor.example', 'pavel@dvor.example', 'elena@dvor.example', 'maria@idd.example'
  )
)
on conflict (key) do nothing;
