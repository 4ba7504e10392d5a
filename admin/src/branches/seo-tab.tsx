import { useQuery } from '@tanstack/react-query';
import { countOf } from '#shared/plurals.ts';
import { type Got, gotQuery } from '../parts/got.ts';
import { PageLink } from '../parts/page-link.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { placeId, type SeoEntry } from '../seo/seo-types.ts';

/** As many as one page of the list takes. */
const most = 250;

/** By which texts search engines know the pages of a branch: its own, and the templates common to all. */
export function SeoTab({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(
    gotQuery<Got<'/api/admin/seo-texts'>>(`/api/admin/seo-texts?per_page=${most}`, id),
  );
  if (!data)
    return (
      <div className="panel branch-part">
        {error ? <LoadFailure error={error} retry={() => void refetch()} /> : <Skeleton rows={5} />}
      </div>
    );
  const own = data.items.filter(({ branches }) => branches.includes(id));
  const templates = data.items.filter(({ key, branches }) => key === '' && !branches.includes(id));
  const others = data.total - own.length - templates.length;
  return (
    <div className="panel branch-part">
      <div className="panel-head">
        <h2>Тексты для поисковых систем</h2>
        <div className="panel-actions">
          <PageLink to="/seo/texts">Все тексты</PageLink>
        </div>
      </div>
      <h3>Только у этого филиала</h3>
      {own.length === 0 ? <p className="soft">Своих текстов нет: страницы идут по общим.</p> : null}
      <Entries entries={own} branch={id} />
      <h3>Общие шаблоны</h3>
      <p className="soft">
        Город и падежи подставляются из «Основного». Откройте шаблон, чтобы написать свой для филиала.
      </p>
      <Entries entries={templates} branch={id} />
      {others > 0 ? (
        <p className="soft">Ещё {countOf(others, 'страница', 'страницы', 'страниц')} — во «Всех текстах».</p>
      ) : null}
    </div>
  );
}

function Entries({ entries, branch }: { entries: SeoEntry[]; branch: string }) {
  return (
    <ul>
      {entries.map(({ kind, kind_words, key, title }) => (
        <li key={`${kind} ${key}`}>
          <PageLink to={`/seo/texts/${placeId(kind, key, branch)}`}>
            {key === '' ? kind_words : `${kind_words}: ${key}`}
          </PageLink>{' '}
          <span className="soft">{title}</span>
        </li>
      ))}
    </ul>
  );
}
