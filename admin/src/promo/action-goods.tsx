import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { countOf } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { FindProduct } from '../parts/find-product.tsx';
import { useListAddress } from '../parts/list-address.ts';
import { PageLink } from '../parts/page-link.tsx';
import { Picture } from '../parts/picture.tsx';
import { Problem } from '../parts/problem.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import type { ActionProduct } from './action-types.ts';
import { CategoryField } from './choices.tsx';

type Added = { added: number; unknown: string[] };

/**
 * The goods of a promotion, by hand or by its conditions: added one by one, by a list of codes or by category; taken
 * out one by one, or all.
 */
export function ActionGoods({ id, isOwn }: { id: number; isOwn: boolean }) {
  const address = useListAddress(['q'], 'name');
  const { filter, page, perPage } = address;
  const { q: [q = ''] = [] } = filter;
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries();
  const remove = useVerb<{ removed: number }>(refresh);
  const list = useGetList<ActionProduct>(
    `actions/${id}/goods`,
    { filter: { q }, sort: { field: 'name', order: 'ASC' }, pagination: { page, perPage } },
    { placeholderData: (before) => before },
  );
  const listed = (list.meta as { totals?: { listed: number } } | undefined)?.totals?.listed ?? 0;
  const columns: Column<ActionProduct>[] = [
    {
      key: 'name',
      label: 'Товар',
      render: ({ id: product, name, image }) => (
        <span className="promo-name">
          <Picture image={image} />
          <PageLink to={`/catalogue/${product}`} className="cell-cut">
            {name}
          </PageLink>
        </span>
      ),
    },
    { key: 'article', label: 'Артикул', render: ({ article }) => article ?? '—' },
    { key: 'category', label: 'Категория', render: ({ category }) => category ?? '—' },
    {
      key: 'state',
      label: 'Состояние',
      render: ({ is_on: isOn }) => (isOn ? <Tag tone="good">на сайте</Tag> : <Tag>снят с продажи</Tag>),
    },
    {
      key: 'why',
      label: 'Почему в акции',
      render: ({ is_listed: isListed, is_by_conditions: isByConditions }) => (
        <span className="soft">
          {[isListed ? 'добавлен вручную' : '', isByConditions ? 'по условиям' : ''].filter(Boolean).join(', ')}
        </span>
      ),
    },
    {
      key: 'remove',
      label: 'Убрать',
      isAction: true,
      align: 'right',
      render: ({ id: product, name, is_listed: isListed }) =>
        isOwn && isListed ? (
          <button
            type="button"
            className="icon-button"
            aria-label={`Убрать из акции: ${name}`}
            onClick={() => remove.run(`/api/admin/actions/${id}/goods/remove`, { product_ids: [product] })}
          >
            <Trash2 size={16} aria-hidden="true" />
          </button>
        ) : null,
    },
  ];
  return (
    <>
      {isOwn ? <AddGoods id={id} onAdded={refresh} /> : null}
      <Problem words={remove.problem} />
      <div className="filters">
        <FilterText label="Товар акции" value={q} onChange={(words) => address.setFilter({ q: [words] })} />
        {isOwn && listed > 0 && q === '' ? <RemoveAll id={id} total={listed} onRemoved={refresh} /> : null}
      </div>
      <RecordList
        name="action-goods"
        list={list}
        address={address}
        isNested
        label="Товары акции"
        columns={columns}
        keyOf={({ id: product }) => String(product)}
        empty={<Empty title="В акции нет товаров">Страница акции покажет правила без товаров.</Empty>}
      />
    </>
  );
}

function AddGoods({ id, onAdded }: { id: number; onAdded: () => void }) {
  const path = `/api/admin/actions/${id}/goods`;
  const add = useVerb<Added>(onAdded);
  const [codes, setCodes] = useState('');
  const [category, setCategory] = useState<number | null>(null);
  const wanted = codes.split(/[\n;]+/).flatMap((code) => code.trim() || []);
  return (
    <section className="panel form-panel" aria-labelledby="add-goods">
      <h2 id="add-goods" className="block-title">
        Вручную
      </h2>
      <div className="form-columns form promo-fields">
        <FindProduct label="По одному" onFound={(product) => add.run(path, { product_ids: [product.id] })} />
        <div className="form">
          <Field label="Списком" hint="Артикулы, штрихкоды или коды магазина, по одному на строке">
            {(given) => (
              <textarea {...given} rows={3} value={codes} onChange={({ target }) => setCodes(target.value)} />
            )}
          </Field>
          <Button
            disabled={wanted.length === 0}
            isBusy={add.isBusy}
            onClick={() => add.run(path, { codes: wanted.slice(0, 5_001) })}
          >
            {wanted.length === 0
              ? 'Добавить список'
              : `Добавить ${countOf(wanted.length, 'строку', 'строки', 'строк')}`}
          </Button>
        </div>
        <div className="form">
          <CategoryField none="Выберите раздел" value={category} onChange={setCategory} />
          <Button
            disabled={category === null}
            isBusy={add.isBusy}
            onClick={() => add.run(path, { category_id: category })}
          >
            Добавить весь раздел
          </Button>
        </div>
      </div>
      <p aria-live="polite" className="soft">
        {add.answer
          ? addedWords(add.answer)
          : 'Раздел добавляется с подразделами: товары, которые есть в нём сейчас. Чтобы входили и новые, добавьте условие.'}
      </p>
      <Problem words={add.problem} />
    </section>
  );
}

function addedWords({ added, unknown }: Added): string {
  const words = `Добавлено ${countOf(added, 'товар', 'товара', 'товаров')}`;
  if (unknown.length === 0) return added === 0 ? 'Все они уже в акции' : words;
  const shown = unknown.slice(0, 10).join(', ');
  return `${words}. Не нашлись: ${shown}${unknown.length > 10 ? ` и ещё ${unknown.length - 10}` : ''}`;
}

function RemoveAll({ id, total, onRemoved }: { id: number; total: number; onRemoved: () => void }) {
  const [isAsked, setAsked] = useState(false);
  const remove = useVerb<{ removed: number }>(() => {
    setAsked(false);
    onRemoved();
  });
  const count = countOf(total, 'товар', 'товара', 'товаров');
  return (
    <>
      <Button kind="text" onClick={() => setAsked(true)}>
        Убрать всё, что добавлено вручную
      </Button>
      {isAsked ? (
        <Dialog title="Убрать всё, что добавлено вручную?" onClose={() => setAsked(false)}>
          <p>Вручную добавлено: {count}. Список придётся собирать заново. Что подходит под условия, останется.</p>
          <Problem words={remove.problem} />
          <div className="form-actions">
            <Button onClick={() => setAsked(false)}>Оставить</Button>
            <Button
              kind="danger"
              isBusy={remove.isBusy}
              onClick={() => remove.run(`/api/admin/actions/${id}/goods/remove`, { product_ids: null })}
            >
              Убрать {count}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
