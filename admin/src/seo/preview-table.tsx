import { seoLimits } from '#shared/seo-kinds.ts';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';

export type PreviewRow = {
  department_id_1c: string;
  branch: string;
  title: string;
  description: string;
  unique_title: string;
  own: string[];
};

type Props = { rows: PreviewRow[] | undefined; error: unknown; retry: () => void; isStale: boolean; about: string };

/** The texts in every branch, as a search engine and a visitor see them. */
export function PreviewTable({ rows, error, retry, isStale, about }: Props) {
  return (
    <section className="panel list-panel" aria-label="Во всех филиалах">
      {error && !rows ? <LoadFailure error={error} retry={retry} /> : null}
      {!error && !rows ? <Skeleton rows={6} height={72} /> : null}
      {rows ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        <section className="table-scroll" aria-label={`${about}: как видно в филиалах`} tabIndex={0}>
          <table className={`records seo-preview${isStale ? ' stale' : ''}`} aria-busy={isStale}>
            <thead>
              <tr>
                <th scope="col">Филиал</th>
                <th scope="col">Title</th>
                <th scope="col">Description</th>
                <th scope="col">H1</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.department_id_1c}>
                  <td>{row.branch}</td>
                  <td>
                    <Shown text={row.title} limit={seoLimits.title} isOwn={row.own.includes('title')} />
                  </td>
                  <td>
                    <Shown
                      text={row.description}
                      limit={seoLimits.description}
                      isOwn={row.own.includes('description')}
                    />
                  </td>
                  <td>
                    <Shown text={row.unique_title} isOwn={row.own.includes('unique_title')} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </section>
  );
}

function Shown({ text, limit, isOwn }: { text: string; limit?: number; isOwn: boolean }) {
  if (text === '') return '—';
  const isLong = limit !== undefined && text.length > limit;
  return (
    <>
      {text}{' '}
      <span className={isLong ? 'num bad small' : 'num soft small'}>
        {text.length}
        {isLong ? ` из ${limit}` : ''}
      </span>{' '}
      {isOwn ? <Tag tone="info">отсюда</Tag> : null}
    </>
  );
}
