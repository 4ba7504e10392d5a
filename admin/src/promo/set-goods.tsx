import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { countOf } from '#shared/plurals.ts';
import { FindProduct } from '../parts/find-product.tsx';
import { Picture } from '../parts/picture.tsx';
import { Tag } from '../parts/tag.tsx';
import { WholeInput } from '../parts/whole-input.tsx';
import type { SetLook, SetProduct } from './set-words.ts';

const most = 20;

type Props = {
  goods: SetProduct[];
  look: SetLook | undefined;
  errors: Record<string, string>;
  onChange: (goods: SetProduct[]) => void;
};

/** The goods of a set in the order of its card: how many of each, adding, moving, taking out. */
export function SetGoods({ goods, look, errors, onChange }: Props) {
  // What was just found has a name before the server has looked at the set.
  const [found, setFound] = useState<Record<string, string>>({});
  const known = new Map((look?.goods ?? []).map((one) => [one.idcode, one]));
  const swap = (at: number, other: number) =>
    onChange(goods.map((one, place) => (place === at ? goods[other] : place === other ? goods[at] : one) ?? one));
  return (
    <fieldset className="promo-levels">
      <legend className="block-title">Состав</legend>
      {goods.length === 0 ? <p className="soft">Товаров пока нет: найдите первый.</p> : null}
      <ul className="set-goods">
        {goods.map(({ idcode, count }, at) => {
          const product = known.get(idcode);
          const name = product?.name ?? found[idcode] ?? `Товар ${idcode}`;
          const wrong = errors[`goods.${at}.count`] ?? errors[`goods.${at}.idcode`];
          return (
            <li key={idcode}>
              <Picture image={product?.image ?? null} />
              <span className="set-name">
                {name}
                {product && !product.is_on ? (
                  <Tag tone="warn">{product.name === null ? 'нет в магазине' : 'снят с продажи'}</Tag>
                ) : null}
              </span>
              <span className="set-count">
                <WholeInput
                  className="count"
                  aria-label={`Сколько: ${name}`}
                  aria-invalid={wrong === undefined ? undefined : true}
                  value={count}
                  onChange={(next) =>
                    onChange(goods.map((one, place) => (place === at ? { ...one, count: next } : one)))
                  }
                />
                <span className="soft num">{product?.unit ?? ''}</span>
              </span>
              <span className="row-buttons">
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`Выше: ${name}`}
                  disabled={at === 0}
                  onClick={() => swap(at, at - 1)}
                >
                  <ArrowUp size={16} aria-hidden="true" />
                </button>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`Ниже: ${name}`}
                  disabled={at === goods.length - 1}
                  onClick={() => swap(at, at + 1)}
                >
                  <ArrowDown size={16} aria-hidden="true" />
                </button>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`Убрать: ${name}`}
                  onClick={() => onChange(goods.filter((_, place) => place !== at))}
                >
                  <Trash2 size={16} aria-hidden="true" />
                </button>
              </span>
              {wrong === undefined ? null : <p className="field-error small">{wrong}</p>}
            </li>
          );
        })}
      </ul>
      {errors.goods ? <p className="field-error small">{errors.goods}</p> : null}
      {goods.length < most ? (
        <FindProduct
          label="Добавить товар"
          isOnSale
          onFound={({ idcode, name }) => {
            if (goods.some((one) => one.idcode === idcode)) return;
            setFound({ ...found, [idcode]: name });
            onChange([...goods, { idcode, count: 1 }]);
          }}
        />
      ) : (
        <p className="soft">В наборе уже {countOf(most, 'товар', 'товара', 'товаров')}, больше не помещается.</p>
      )}
    </fieldset>
  );
}
