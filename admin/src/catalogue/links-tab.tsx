import { ArrowUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FindProduct } from '../parts/find-product.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Picture } from '../parts/picture.tsx';
import type { Product } from '../parts/product.ts';
import { Tag } from '../parts/tag.tsx';
import type { TabProps } from './tab-props.ts';

type Linked = Product['links'][number];

const lists = [
  {
    name: 'analogue_ids',
    title: 'Аналоги',
    lead: 'Показываются, когда товара нет или мало, и рядом с ним.',
    add: 'Добавить аналог',
  },
  {
    name: 'for_job_ids',
    title: 'Пригодится вместе с этим',
    lead: 'Что берут вместе: грунт к штукатурке, крестики к плитке.',
    add: 'Добавить товар для работы',
  },
] as const;

/** What stands in for the product, and what is bought with it. */
export function LinksTab({ product, problems, isEditable, set }: TabProps) {
  /** Goods that were added here and not saved yet: the server has not said their names. */
  const [added, setAdded] = useState<readonly Linked[]>([]);
  const known = new Map(
    [...product.links, ...(product.successor ? [product.successor] : []), ...added].map((one) => [one.id, one]),
  );
  const remember = ({ id, name, image, is_on }: Linked) =>
    setAdded((before) => [...before, { id, name, image, is_on }]);
  const successor = product.successor_id === null ? null : known.get(product.successor_id);
  return (
    <div className="goods-sections">
      <section className="panel goods-panel" aria-label="Замена">
        <h2>Замена</h2>
        <p className="soft small">Товар больше не поставляют: его страница предложит этот вместо него.</p>
        {successor ? (
          <LinkedRow linked={successor} {...(isEditable && { remove: () => set({ successor_id: null }) })} />
        ) : (
          <p className="soft">Замены нет.</p>
        )}
        {isEditable ? (
          <FindProduct
            label="Назначить замену"
            error={problems.successor_id}
            onFound={(found) => {
              remember(found);
              set({ successor_id: found.id });
            }}
          />
        ) : null}
      </section>
      {lists.map(({ name, title, lead, add }) => (
        <section key={name} className="panel goods-panel" aria-label={title}>
          <h2>{title}</h2>
          <p className="soft small">{lead}</p>
          {product[name].length === 0 ? <p className="soft">Пока пусто.</p> : null}
          <ul className="linked-goods">
            {product[name].map((id, at) => (
              <li key={id}>
                <LinkedRow
                  linked={known.get(id) ?? { id, name: `Товар ${id}`, image: null, is_on: true }}
                  {...(isEditable && {
                    remove: () => set({ [name]: product[name].filter((other) => other !== id) }),
                    ...(at > 0 && { raise: () => set({ [name]: raised(product[name], at) }) }),
                  })}
                />
              </li>
            ))}
          </ul>
          {isEditable ? (
            <FindProduct
              label={add}
              error={problems[name]}
              onFound={(found) => {
                remember(found);
                set({ [name]: [...new Set([...product[name], found.id])] });
              }}
            />
          ) : null}
        </section>
      ))}
    </div>
  );
}

/** With the one at this place before the one above it. */
function raised(ids: readonly number[], at: number): number[] {
  const moved = ids.slice(at, at + 1);
  const rest = ids.filter((_, index) => index !== at);
  return [...rest.slice(0, at - 1), ...moved, ...rest.slice(at - 1)];
}

type RowProps = { linked: Linked; remove?: () => void; raise?: () => void };

function LinkedRow({ linked: { id, name, image, is_on: isOn }, remove, raise }: RowProps) {
  return (
    <span className="linked-row">
      <Picture image={image} />
      <PageLink to={`/catalogue/${id}`}>{name}</PageLink>
      {isOn ? null : <Tag tone="warn">снят с продажи</Tag>}
      {raise ? (
        <button type="button" className="icon-button" aria-label={`Выше: ${name}`} onClick={raise}>
          <ArrowUp size={16} aria-hidden="true" />
        </button>
      ) : null}
      {remove ? (
        <button type="button" className="icon-button" aria-label={`Убрать: ${name}`} onClick={remove}>
          <Trash2 size={16} aria-hidden="true" />
        </button>
      ) : null}
    </span>
  );
}
