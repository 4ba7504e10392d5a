import type { ReactNode } from 'react';
import { countOf, formatCount } from '#shared/plurals.ts';
import { FindProduct } from '../parts/find-product.tsx';
import { Picture } from '../parts/picture.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { gradeWords } from './judged-words.ts';
import type { JudgedAnswer, Judgement } from './search-types.ts';

export type NamedProduct = { name: string; image: string | null; is_on: boolean };
/** null: the product does not answer the query. */
type Mark = (product_id: number, grade: Judgement['grade'] | null) => void;

type MarkedProps = {
  goods: Judgement[];
  names: Record<number, NamedProduct>;
  error: string | undefined;
  isEditable: boolean;
  mark: Mark;
  onFound: (product: { id: number; name: string; image: string | null }) => void;
};

/** Goods that answer the query, the best first, and those that the search did not show. */
export function MarkedGoods({ goods, names, error, isEditable, mark, onFound }: MarkedProps) {
  return (
    <section className="answer" aria-label="Отвечают на запрос">
      <h2>
        Отвечают на запрос <b className="num">{goods.length}</b>
      </h2>
      {goods.length === 0 ? (
        <p className="soft">Отметьте подходящее из того, что поиск находит сейчас, или найдите товар по названию.</p>
      ) : null}
      <ol>
        {goods
          .toSorted((a, b) => b.grade - a.grade)
          .map(({ product_id: id, grade }) => {
            const product = names[id] ?? { name: `Товар ${id}`, image: null, is_on: true };
            return (
              <Product key={id} {...product} grade={grade} onMark={(next) => mark(id, next)}>
                {product.is_on ? null : <Tag tone="bad">снят с продажи</Tag>}
              </Product>
            );
          })}
      </ol>
      {error ? (
        <p className="field-error small" role="alert">
          {error}
        </p>
      ) : null}
      {isEditable ? <FindProduct label="Товар, который должен найтись" isOnSale onFound={onFound} /> : null}
    </section>
  );
}

type FoundProps = {
  answer: { data: JudgedAnswer | undefined; error: unknown; refetch: () => unknown };
  gradeOf: (product_id: number) => Judgement['grade'] | null;
  mark: Mark;
};

/** What the search finds now, in its order. */
export function FoundGoods({ answer: { data, error, refetch }, gradeOf, mark }: FoundProps) {
  return (
    <section className="answer" aria-label="Сейчас находит">
      <h2>
        Сейчас находит <b className="num">{data ? formatCount(data.total) : ''}</b>
      </h2>
      {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!error && !data ? <Skeleton rows={6} height={44} /> : null}
      {data?.redirect ? <p className="note">Вместо товаров откроется {data.redirect}</p> : null}
      {data?.used ? <p className="soft small">Ищем «{data.used}»</p> : null}
      {data?.dropped ? <p className="soft small">Без слов: {data.dropped}</p> : null}
      {data && data.items.length === 0 && !data.redirect ? <p className="soft answer-none">Ничего не нашлось</p> : null}
      <ol>
        {data?.items.map(({ id, name, image, price, left }) => (
          <Product key={id} name={name} image={image} grade={gradeOf(id)} onMark={(next) => mark(id, next)}>
            <span className="block soft small num">
              {price} · {left}
            </span>
          </Product>
        ))}
      </ol>
      {data && data.total > data.items.length ? (
        <p className="soft small">{`и ещё ${countOf(data.total - data.items.length, 'товар', 'товара', 'товаров')}`}</p>
      ) : null}
    </section>
  );
}

type ProductProps = {
  name: string;
  image: string | null;
  grade: Judgement['grade'] | null;
  onMark: (grade: Judgement['grade'] | null) => void;
  children: ReactNode;
};

function Product({ name, image, grade, onMark, children }: ProductProps) {
  return (
    <li className={grade === null ? undefined : 'new'}>
      <Picture image={image} />
      <span className="judged-name">
        {name} {children}
      </span>
      <select
        aria-label={`Отвечает на запрос: ${name}`}
        value={grade ?? ''}
        onChange={({ target }) => onMark(gradeWords.find(([known]) => String(known) === target.value)?.[0] ?? null)}
      >
        <option value="">не то</option>
        {gradeWords.map(([known, words]) => (
          <option key={known} value={known}>
            {words}
          </option>
        ))}
      </select>
    </li>
  );
}
