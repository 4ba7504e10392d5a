-- What the journal tells of people is kept one year (3.8). These were written for three, before their calls said so.
alter table audit_log disable trigger keep_audit;
update audit_log set keep_until = at + interval '1 year'
where keep_until > at + interval '13 months' and (
  resource in ('staff', 'customers', 'cards', 'tickets', 'reviews', 'questions', 'mails')
  or resource = 'companies' and verb like 'shop %'
  or resource = 'orders' and words like '%: получение изменено');
alter table audit_log enable trigger keep_audit;
