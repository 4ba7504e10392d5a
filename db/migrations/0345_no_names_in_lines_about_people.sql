-- Lines about people (3.8) tell them by the record: of a review no author, of an email in a command the first letter and
-- the host, as the lines written from now on do.
alter table audit_log disable trigger keep_audit;
update audit_log l set words =
  coalesce(
    case when strpos(l.words, named.author) > 0 then replace(l.words, named.author, '): ') end,
    regexp_replace(l.words, '^((Отменено: )?Отзыв \d+ \(.*), [^,]*\): ', '\1): '))
from (
  select a.id, ', ' || r.author_name || '): ' as author
  from audit_log a left join reviews r on r.id::text = a.record_id
  where a.resource = 'reviews' and a.words ~ '^(Отменено: )?Отзыв \d+ \(') named
where l.id = named.id;
update audit_log set
  words = regexp_replace(words, '([^\s@«»]?)[^\s@«»]*@', '\1•••@', 'g'),
  record_id = regexp_replace(record_id, '([^\s@«»]?)[^\s@«»]*@', '\1•••@', 'g')
where verb like 'shop %' and (words like '%@%' or record_id like '%@%');
alter table audit_log enable trigger keep_audit;
