import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { countOf } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useGot } from '../parts/got.ts';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useCan } from '../session/session.ts';
import type { ShortRow } from './assortment-types.ts';
import { type Filters, ShortFilters } from './short-filters.tsx';

/** Short listings of a category, in the order in which its page offers them. */
export function ShortsTab({ categoryId }: { categoryId: number }) {
  const { data, error, refetch } = useGot<{ items: ShortRow[] }>(`/api/admin/shorts?category_id=${categoryId}`);
  const canWrite = useCan('catalogue.write');
  const [isNew, setNew] = useState(false);
  return (
    <section className="panel" aria-label="Подборки">
      {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!error && !data ? <Skeleton rows={4} /> : null}
      {data?.items.length === 0 ? (
        <Empty title="Подборок пока нет">
          Подборка — раздел с отмеченными фильтрами, своим адресом, заголовком и текстом: её находят поисковики.
        </Empty>
      ) : null}
      {data && data.items.length > 0 ? (
        <ul className="value-rows" aria-label="Подборки">
          {data.items.map(({ id, name, code, filters }) => (
            <li key={id}>
              <PageLink to={`/catalogue/shorts/${id}`} className="strong">
                {name}
              </PageLink>
              <span className="soft small">
                {code}, {countOf(Object.values(filters).flat().length, 'фильтр', 'фильтра', 'фильтров')}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {canWrite && data ? (
        <div className="form-actions">
          <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => setNew(true)}>
            Новая подборка
          </Button>
        </div>
      ) : null}
      {isNew ? <NewShort categoryId={categoryId} onClose={() => setNew(false)} /> : null}
    </section>
  );
}

/** A short listing: its name and filters; the words on its page. */
function NewShort({ categoryId, onClose }: { categoryId: number; onClose: () => void }) {
  const navigate = useNavigate();
  const withBranch = useAddress();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [filters, setFilters] = useState<Filters>({});
  const create = useVerb<{ id: number }>(({ id }) => {
    void queries.invalidateQueries();
    void navigate(withBranch(`/catalogue/shorts/${id}`));
  });
  const { fields } = create;
  return (
    <Dialog title="Новая подборка" onClose={onClose} className="dialog-wide">
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          create.run('/api/admin/shorts', { category_id: categoryId, name, filters });
        }}
      >
        <Field label="Название" error={fields.name ?? fields.code} hint="«Гипсовые штукатурки»: из него сложится адрес">
          {(given) => (
            <input
              {...given}
              autoComplete="off"
              maxLength={200}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <ShortFilters categoryId={categoryId} filters={filters} error={fields.filters} onChange={setFilters} />
        <Problem words={Object.keys(fields).length > 0 ? null : create.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={create.isBusy}>
            Создать
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
