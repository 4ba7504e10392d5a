import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { formatCount } from '#shared/plurals.ts';
import type { paths } from '../api-types.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { RequestError, request } from '../request.ts';
import { useSession } from '../session/session.ts';
import { type Bench, benchBody, benchSearch, readBench } from './bench.ts';
import { BenchForm } from './bench-form.tsx';
import { PromoTabs } from './promo-tabs.tsx';

export type Explanation = paths['/api/admin/coupon-bench']['post']['responses'][200]['content']['application/json'];

/** Why a coupon did not work: the shop's own computation of a cart, step by step. The address is the question. */
export function BenchPage() {
  const [search, setSearch] = useSearchParams();
  const { branches } = useSession().me;
  const bench = readBench(search, branches[0]?.id_1c ?? '');
  const isAsked = bench.code !== '';
  const body = benchBody(bench);
  const answer = useQuery({
    queryKey: ['coupon-bench', body],
    queryFn: async ({ signal }) =>
      (await request<Explanation>('/api/admin/coupon-bench', { method: 'POST', body, signal })).body,
    enabled: isAsked,
  });
  const { data, error, isFetching, refetch } = answer;
  const fields = error instanceof RequestError ? error.fields : {};
  const isAtFields = Object.keys(fields).length > 0;
  function ask(next: Bench) {
    const asked = benchSearch(next);
    // The same question once more: the shop may have changed meanwhile.
    if (asked.toString() === search.toString()) void refetch();
    else setSearch(asked);
  }
  return (
    <PageFrame title="Почему не сработал" beside={<PromoTabs />}>
      <div className="bench">
        <BenchForm
          bench={bench}
          address={search.toString()}
          explanation={data}
          errors={fields}
          isBusy={isFetching}
          onAsk={ask}
        />
        <div className="bench-answer">
          {!isAsked ? (
            <div className="panel">
              <Empty title="Назовите код и корзину">
                Магазин посчитает её так же, как у покупателя, и покажет, на каком шаге код не подошёл.
              </Empty>
            </div>
          ) : null}
          {isAsked && error && !isAtFields ? (
            <div className="panel">
              <LoadFailure error={error} retry={() => void refetch()} />
            </div>
          ) : null}
          {isAtFields ? (
            <div className="panel">
              <Empty title="Проверьте, что указано слева" />
            </div>
          ) : null}
          {isAsked && !error && !data ? (
            <div className="panel">
              <Skeleton rows={8} />
            </div>
          ) : null}
          {data && !error ? <Answer explanation={data} /> : null}
        </div>
      </div>
    </PageFrame>
  );
}

const stepWords: Record<Explanation['steps'][number]['step'], string> = {
  found: 'Найден',
  published: 'Опубликован',
  dates: 'Срок',
  uses: 'Использования',
  owner: 'Чей',
  branch: 'Филиал',
  business: 'Для бизнеса',
  category: 'Раздел',
  min_sum: 'Минимум',
  discount: 'Скидка',
};

function Answer({ explanation }: { explanation: Explanation }) {
  const { steps, refusal, lines, discount, total, code, buyer } = explanation;
  return (
    <>
      <section className="panel bench-verdict" aria-labelledby="verdict" aria-live="polite">
        <h2 id="verdict">{refusal === null ? `Купон принят, скидка ${formatPrice(discount)}` : 'Купон не сработал'}</h2>
        {refusal === null ? null : <p>Покупатель читает: «{refusal}»</p>}
        <p className="soft">
          {buyer ? `Покупатель: ${buyer.name || 'без имени'}` : 'Гость'}
          {code === null ? null : (
            <>
              {', '}
              <PageLink to={`/promo/coupons/${encodeURIComponent(code)}`}>купон {code}</PageLink>
            </>
          )}
        </p>
        <ol className="bench-steps">
          {steps.map(({ step, is_passed: isPassed, words }) => (
            <li key={step} className={isPassed ? undefined : 'failed'}>
              {isPassed ? (
                <CircleCheck size={18} role="img" aria-label="подошло" />
              ) : (
                <CircleX size={18} role="img" aria-label="не подошло" />
              )}
              <b>{stepWords[step]}</b>
              <span>{words}</span>
            </li>
          ))}
        </ol>
      </section>
      <section className="panel" aria-labelledby="bench-lines">
        <div className="panel-head">
          <h2 id="bench-lines">Скидка по строкам</h2>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
        <section className="table-scroll" aria-label="Строки корзины" tabIndex={0}>
          <table className="records bench-lines">
            <thead>
              <tr>
                <th scope="col">Товар</th>
                <th scope="col" className="right">
                  Цена
                </th>
                <th scope="col" className="right">
                  Сколько
                </th>
                <th scope="col" className="right">
                  Скидка
                </th>
                <th scope="col" className="right">
                  Сумма
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <Line key={line.product_id} line={line} />
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={3}>
                  Всего
                </th>
                <td className="right num">{formatPrice(discount)}</td>
                <td className="right num">
                  <b>{formatPrice(total)}</b>
                </td>
              </tr>
            </tfoot>
          </table>
        </section>
      </section>
    </>
  );
}

function Line({ line: { name, count, money, why } }: { line: Explanation['lines'][number] }) {
  return (
    <tr>
      <td>
        {name}
        {money?.is_business_price ? <Tag tone="info">цена для бизнеса</Tag> : null}
        {why === null ? null : <Tag tone="warn">{why}</Tag>}
      </td>
      <td className="right num">{money ? formatPrice(money.price) : '—'}</td>
      <td className="right num">{formatCount(count)}</td>
      <td className="right num">{money ? formatPrice(money.discount) : '—'}</td>
      <td className="right num">{money ? formatPrice(money.sum) : 'не считается'}</td>
    </tr>
  );
}
