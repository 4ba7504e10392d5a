import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useGot } from '../parts/got.ts';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import type { Removal } from './use-first-run.ts';

/** What goes with the demonstration, what stays, what stands in the way; then the name is typed and it is gone. */
export function RemovalDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useGot<Removal>('/api/admin/first-run/demonstration');
  return (
    <Dialog title="Убрать демонстрацию" className="dialog-wide" onClose={onClose}>
      {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!error && !data ? <Skeleton rows={8} /> : null}
      {data ? <RemovalForm removal={data} onClose={onClose} /> : null}
    </Dialog>
  );
}

function RemovalForm({ removal, onClose }: { removal: Removal; onClose: () => void }) {
  const { goes, branches, people, stays, obstacles, own_branches: own, shop_name: shopName } = removal;
  const [typed, setTyped] = useState('');
  const [main, setMain] = useState(own[0]?.id ?? '');
  const queries = useQueryClient();
  const remove = useVerb(() => {
    onClose();
    void queries.invalidateQueries();
  });
  const { fields } = remove;
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        remove.run('/api/admin/first-run/demonstration/remove', { shop_name: typed, main_branch: main || null });
      }}
    >
      <section aria-labelledby="removal-goes">
        <h3 id="removal-goes">Уйдёт</h3>
        <dl className="start-goes">
          {goes.map(({ name, count }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="num">{formatCount(count)}</dd>
            </div>
          ))}
        </dl>
        <p className="soft small">Филиалы: {branches.join(', ')}.</p>
        <p className="soft small">Люди: {people.join(', ')}.</p>
      </section>
      {stays.length > 0 ? (
        <section aria-labelledby="removal-stays">
          <h3 id="removal-stays">Останется вашим</h3>
          <ul className="start-words">
            {stays.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </section>
      ) : null}
      {obstacles.length > 0 ? (
        <section aria-labelledby="removal-obstacles">
          <h3 id="removal-obstacles">Сначала исправьте</h3>
          <ul className="start-words">
            {obstacles.map(({ words, link }) => (
              <li key={words}>{link ? <PageLink to={link}>{words}</PageLink> : words}</li>
            ))}
          </ul>
          <div className="form-actions">
            <Button onClick={onClose}>Закрыть</Button>
          </div>
        </section>
      ) : (
        <>
          {own.length > 1 ? (
            <Field
              label="Главный филиал"
              hint="Откроется на самом домене, остальные — на поддоменах"
              error={fields.main_branch}
            >
              {(given) => (
                <select {...given} value={main} onChange={({ target }) => setMain(target.value)}>
                  {own.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          ) : (
            <p>Главным станет филиал «{own[0]?.name}».</p>
          )}
          <Field
            label={`Чтобы подтвердить, наберите: ${shopName}`}
            hint="Вернуть демонстрацию будет нельзя"
            error={fields.shop_name}
          >
            {(given) => (
              <input
                {...given}
                autoComplete="off"
                maxLength={200}
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
              />
            )}
          </Field>
          <Problem words={Object.keys(fields).length > 0 ? null : remove.problem} />
          <div className="form-actions">
            <Button onClick={onClose}>Оставить</Button>
            <Button kind="danger" type="submit" isBusy={remove.isBusy} disabled={typed.trim() === ''}>
              Убрать демонстрацию
            </Button>
          </div>
        </>
      )}
    </form>
  );
}
