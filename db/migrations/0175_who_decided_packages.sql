-- Who said yes or no to a package of 1C, and who took it back: the person's name, or «команда» of the terminal. The
-- audit log forgets after three years and names whoever touched the package last, not who decided.
alter table onec_packages
  add decided_by text check (decided_by <> ''),
  add rolled_back_by text check (rolled_back_by <> '');

update onec_packages p set decided_by = coalesce(
    (select l.who from audit_log l where l.resource = 'onec-packages' and l.record_id = p.id::text
      and l.words ~ ' из 1С: (принят|отклонён)' order by l.id desc limit 1), 'команда')
  where decided_at is not null;

update onec_packages p set rolled_back_by = coalesce(
    (select l.who from audit_log l where l.resource = 'onec-packages' and l.record_id = p.id::text
      and l.words ~ ' из 1С: отменён' order by l.id desc limit 1), 'команда')
  where state = 'rolled_back';
