import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { countOf, formatCount } from '#shared/plurals.ts';
import type { paths } from '../api-types.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { FindProduct } from '../parts/find-product.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';

type Answer = paths['/api/admin/stock/short/replacement']['post']['responses'][200]['content']['application/json'];

type Props = {
  short: { product_id: number; name: string; store: string; store_name: string; missing: number; unit: string };
  onClose: () => void;
};

/** One product instead of what is short, proposed to each buyer who would not get it; then what became of each order. */
export function ReplaceDialog({ short, onClose }: Props) {
  const [chosen, setChosen] = useState<{ id: number; name: string } | null>(null);
  const [note, setNote] = useState('');
  const queries = useQueryClient();
  const propose = useVerb<Answer>(() => void queries.invalidateQueries());
  return (
    <Dialog title={`Предложить замену всем: ${short.name}`} onClose={onClose}>
      {propose.answer ? (
        <Results answer={propose.answer} onClose={onClose} />
      ) : (
        <form
          className="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            const { product_id, store } = short;
            if (chosen)
              propose.run('/api/admin/stock/short/replacement', { product_id, store, replacement_id: chosen.id, note });
          }}
        >
          <p>
            {short.store_name}: не хватает {formatCount(short.missing)} {short.unit} Что есть, получат собранные и самые
            ранние заказы; остальным уйдёт письмо с заменой не дороже прежнего товара. Больше, чем есть на складе,
            магазин не предложит.
          </p>
          {chosen ? (
            <p className="row-tags">
              <b>{chosen.name}</b>
              <Button onClick={() => setChosen(null)}>Другой товар</Button>
            </p>
          ) : (
            <FindProduct label="Чем заменить" isOnSale onFound={({ id, name }) => setChosen({ id, name })} />
          )}
          <Field label="Что написать покупателям" hint="Необязательно">
            {(given) => (
              <textarea
                {...given}
                rows={2}
                maxLength={1_000}
                value={note}
                onChange={({ target }) => setNote(target.value)}
              />
            )}
          </Field>
          <Problem words={propose.fields.replacement ?? propose.problem} />
          <div className="form-actions">
            <Button onClick={onClose}>Закрыть</Button>
            <Button kind="primary" type="submit" isBusy={propose.isBusy} disabled={chosen === null}>
              Предложить
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function Results({ answer: { items, left }, onClose }: { answer: Answer; onClose: () => void }) {
  return (
    <div className="form">
      {items.length === 0 ? <p>Всем заказам товара уже хватает.</p> : null}
      <ul className="contacts" aria-label="Что с заказами">
        {items.map(({ order_id: id, number, is_proposed: isProposed, words }) => (
          <li key={id} className="row-tags">
            <PageLink to={`/orders/${id}`} className="num">
              {number}
            </PageLink>
            <Tag tone={isProposed ? 'good' : 'warn'}>{isProposed ? 'предложено' : 'нет'}</Tag>
            <span>{words}</span>
          </li>
        ))}
      </ul>
      {left > 0 ? (
        <p className="soft">Ещё {countOf(left, 'заказ', 'заказа', 'заказов')}: повторите, когда на эти ответят.</p>
      ) : null}
      <div className="form-actions">
        <Button kind="primary" onClick={onClose}>
          Готово
        </Button>
      </div>
    </div>
  );
}
