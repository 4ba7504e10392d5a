import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { countOf, formatCount } from '#shared/plurals.ts';
import { BranchField, useUsualBranch } from '../parts/branch-field.tsx';
import { Picture } from '../parts/picture.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { RequestError, request } from '../request.ts';
import { useSession } from '../session/session.ts';
import type { RuleDraft } from './search-types.ts';

type Found = {
  total: number;
  items: { id: number; name: string; image: string | null; price: string; left: string }[];
  redirect: string | null;
  used: string | null;
  dropped: string | null;
};
type Preview = { department_id_1c: string; before: Found; after: Found };

type Props = {
  /** The query that is tried. */
  q: string;
  /** A rule that is not saved yet; null: it is not whole. */
  add?: RuleDraft | null;
  remove?: { kind: string; id: number };
};

/** What a query finds now and what it would find with a rule or without it, by the shop's own search. */
export function BeforeAfter({ q, add, remove }: Props) {
  const { me } = useSession();
  const usual = useUsualBranch();
  const [branch, setBranch] = useState<string | null>(usual ?? me.branches[0]?.id_1c ?? null);
  const asked = useDeferredValue(
    JSON.stringify({ q: q.trim(), department_id_1c: branch ?? undefined, add: add ?? undefined, remove }),
  );
  const isAsked = q.trim().length >= 2;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['search-preview', asked],
    queryFn: ({ signal }) =>
      request<Preview>('/api/admin/search-preview', { method: 'POST', body: JSON.parse(asked), signal }).then(
        ({ body }) => body,
      ),
    enabled: isAsked,
    placeholderData: (before) => before,
    retry: false,
  });
  // A rule that is half typed is refused at its fields when it is saved; here it is only not shown.
  const isRefused = error instanceof RequestError && error.status === 422;
  return (
    <section className="before-after" aria-label="Было и станет">
      <div className="before-after-head">
        <h3>Было и станет</h3>
        <BranchField label="В филиале" value={branch} onChange={setBranch} hasAll={false} />
      </div>
      {isAsked ? null : <p className="soft">Введите запрос: здесь появится, что он находит.</p>}
      {error && !data && !isRefused ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {isAsked && !error && !data ? <Skeleton rows={4} height={44} /> : null}
      {isAsked && isRefused ? <p className="soft">Правило записано не до конца.</p> : null}
      {isAsked && data && !isRefused ? (
        <div className={isFetching ? 'answers stale' : 'answers'} aria-busy={isFetching}>
          <Answer label="Было" found={data.before} />
          <Answer label={add || remove ? 'Станет' : 'Сейчас'} found={data.after} before={data.before} />
        </div>
      ) : null}
    </section>
  );
}

function Answer({ label, found, before }: { label: string; found: Found; before?: Found }) {
  const { total, items, redirect, used, dropped } = found;
  const known = new Set(before?.items.map(({ id }) => id));
  return (
    <div className="answer">
      <h4>
        {label} <b className={total > 0 ? 'num good' : 'num bad'}>{formatCount(total)}</b>
      </h4>
      {redirect ? <p className="note">Откроется {redirect}</p> : null}
      {used ? <p className="soft small">Ищем «{used}»</p> : null}
      {dropped ? <p className="soft small">Без слов: {dropped}</p> : null}
      {items.length === 0 && !redirect ? <p className="soft answer-none">Ничего не нашлось</p> : null}
      <ol>
        {items.map(({ id, name, image, price, left }) => (
          <li key={id} className={before && !known.has(id) ? 'new' : undefined}>
            <Picture image={image} />
            <span>
              {name}
              <span className="block soft small num">
                {price} · {left}
              </span>
            </span>
          </li>
        ))}
      </ol>
      {total > items.length ? (
        <p className="soft small">{`и ещё ${countOf(total - items.length, 'товар', 'товара', 'товаров')}`}</p>
      ) : null}
    </div>
  );
}
