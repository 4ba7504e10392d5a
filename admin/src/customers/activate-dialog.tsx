import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import type { Company } from './customer-types.ts';

type Props = { company: Company; onClose: () => void; onDone: () => void };

/** The firm was checked: its prices open. Where several people claim it, who represents it is said here. */
export function ActivateDialog({ company, onClose, onDone }: Props) {
  const claims = [...company.members, ...company.requests];
  const owners = company.members.filter(({ role }) => role === 'owner');
  const isDisputed = owners.length !== 1 || company.requests.length > 0;
  const [owner, setOwner] = useState<string | null>(null);
  const queries = useQueryClient();
  const activate = useVerb(() => {
    void queries.invalidateQueries();
    onDone();
    onClose();
  });
  return (
    <Dialog title={`Организация проверена: ${company.name}`} onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          activate.run(`/api/admin/companies/${company.id}/activate`, { owner });
        }}
      >
        <p>Откроются цены для бизнеса, владельцу уйдёт письмо. ИНН {company.fields.inn} после этого не меняется.</p>
        {isDisputed ? (
          <fieldset className="checks">
            <legend>Кто представляет организацию</legend>
            <ul>
              {claims.map(({ user_id: id, full_name: name, email }) => (
                <li key={id}>
                  <label className="check">
                    <input type="radio" name="owner" checked={owner === id} onChange={() => setOwner(id)} />
                    <span>
                      {name || 'Без имени'}
                      <small className="soft">{email ?? 'почты нет'}</small>
                    </span>
                  </label>
                </li>
              ))}
            </ul>
            <p className="soft small">
              {claims.length === 0
                ? 'В организации никого нет: сначала добавьте человека на вкладке «Люди».'
                : 'Остальные, кто назвал себя владельцем, потеряют эту роль.'}
            </p>
          </fieldset>
        ) : null}
        <Problem words={activate.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={activate.isBusy} disabled={claims.length === 0}>
            Открыть цены
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
