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
  const { stays, obstacles, own_branches: own, shop_name: shopName } = removal;
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
      <Goes removal={removal} />
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
        <Obstacles obstacles={obstacles} onClose={onClose} />
      ) : (
        <>
          <MainBranch branches={own} main={main} onChange={setMain} error={fields.main_branch} />
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

/** What goes with the demonstration. */
function Goes({ removal: { goes, branches, people } }: { removal: Removal }) {
  return (
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
  );
}

/** What stands in the way, with links to where it is put right. */
function Obstacles({ obstacles, onClose }: Pick<Removal, 'obstacles'> & { onClose: () => void }) {
  return (
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
  );
}

type MainProps = {
  branches: Removal['own_branches'];
  main: string;
  onChange: (id: string) => void;
  error: string | undefined;
};

/** The branch that becomes the main one; it is asked where there are several. */
function MainBranch({ branches, main, onChange, error }: MainProps) {
  if (branches.length <= 1) return <p>Главным станет филиал «{branches[0]?.name}».</p>;
  return (
    <Field label="Главный филиал" hint="Откроется на самом домене, остальные — на поддоменах" error={error}>
      {(given) => (
        <select {...given} value={main} onChange={({ target }) => onChange(target.value)}>
          {branches.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
