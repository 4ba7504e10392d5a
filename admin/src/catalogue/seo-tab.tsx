import { seoFieldsOf, seoFieldWords } from '#shared/seo-kinds.ts';
import { type Got, useGot } from '../parts/got.ts';
import { PageLink } from '../parts/page-link.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { placeId } from '../seo/seo-types.ts';

const sourceWords = {
  page: 'этой страницы',
  kind_branch: 'шаблон филиала',
  kind: 'шаблон всех товаров',
  built_in: 'текст магазина',
} as const;

/** By which texts search engines know the product's page: its own, else those of a template. */
export function SeoTab({ slug }: { slug: string }) {
  const place = placeId('product', slug, null);
  const { data, error, refetch } = useGot<Got<'/api/admin/seo-texts/{id}'>>(`/api/admin/seo-texts/${place}`);
  if (!data) return error ? <LoadFailure error={error} retry={() => void refetch()} /> : <Skeleton rows={5} />;
  return (
    <section className="panel goods-panel" aria-label="SEO">
      <h2>Тексты для поисковых систем</h2>
      <dl className="facts">
        {seoFieldsOf('product').map((field) => {
          const inherited = data.inherited[field];
          return (
            <div key={field}>
              <dt>{seoFieldWords[field]}</dt>
              <dd>
                {data.fields[field] || inherited?.text || '—'}{' '}
                {!data.fields[field] && inherited ? (
                  <span className="soft small">{sourceWords[inherited.source]}</span>
                ) : null}
              </dd>
            </div>
          );
        })}
      </dl>
      <PageLink to={`/seo/texts/${place}`}>Править и посмотреть по филиалам</PageLink>
    </section>
  );
}
