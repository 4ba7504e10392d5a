import { countOf } from '#shared/plurals.ts';
import { useBranchName } from '../parts/branch-field.tsx';
import { useGot } from '../parts/got.ts';
import { Help } from '../parts/help.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { SeoTabs } from './seo-tabs.tsx';
import { type SeoFault, seoWords } from './seo-types.ts';

/** Every text of the shop that something is wrong with. */
export function ProblemsPage() {
  const { data, error, refetch } = useGot<{ items: SeoFault[] }>('/api/admin/seo-problems');
  const branchName = useBranchName();
  const count = data?.items.reduce((sum, { problems }) => sum + problems.length, 0) ?? 0;
  return (
    <PageFrame title="Замечания к текстам" crumbs={[{ label: 'SEO', to: '/seo' }]} beside={<SeoTabs />}>
      <p className="soft">
        {count > 0 ? countOf(count, 'замечание', 'замечания', 'замечаний') : null}{' '}
        <Help about="Замечания">
          Title до 60 знаков, description до 155; подстановки заполнены во всех филиалах; заголовок не повторяет другую
          страницу и другой филиал; слово стоит не больше двух раз.
        </Help>
      </p>
      <div className="panel list-panel">
        {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
        {!error && !data ? <Skeleton rows={8} /> : null}
        {data?.items.length === 0 ? <Empty title="Замечаний нет">Все тексты страниц в порядке.</Empty> : null}
        {data && data.items.length > 0 ? <Faults faults={data.items} branchName={branchName} /> : null}
      </div>
    </PageFrame>
  );
}

function Faults({ faults, branchName }: { faults: SeoFault[]; branchName: (branch: string | null) => string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className="table-scroll" aria-label="Замечания" tabIndex={0}>
      <table className="records seo-faults">
        <thead>
          <tr>
            <th scope="col">Где</th>
            <th scope="col">Чей текст</th>
            <th scope="col">Что не так</th>
          </tr>
        </thead>
        <tbody>
          {faults.map(({ id, kind_words: kind, key, name, department_id_1c: branch, problems }) => (
            <tr key={id}>
              <td>
                <PageLink to={`/seo/texts/${id}`} className="strong">
                  {key === '' ? kind : `${kind}: ${name ?? key}`}
                </PageLink>
              </td>
              <td>{branchName(branch)}</td>
              <td>
                <ul>
                  {problems.map(({ field, words }) => (
                    <li key={`${field} ${words}`}>
                      <span className="soft">{seoWords[field]}:</span> {words}
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
