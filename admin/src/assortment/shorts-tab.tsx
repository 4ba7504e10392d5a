import { Plus } from 'lucide-react';
import { useState } from 'react';
import { countOf } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { useGot } from '../parts/got.ts';
import { PageLink } from '../parts/page-link.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { useCan } from '../session/session.ts';
import type { ShortRow } from './assortment-types.ts';
import { NewShort } from './new-short.tsx';

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
