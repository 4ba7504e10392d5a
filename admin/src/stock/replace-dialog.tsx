import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { countOf, formatCount } from '#shared/plurals.ts';
import type { paths } from '../api-types.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { FindProduct } from '../parts/find-product.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';

type Answer = paths['/api/admin/stock/short/replacement']['post']['responses'][200]['content']['application/json'];

type Props = {
  short: { product_id: number; name: string; store: string; store_name: string; missing: number; unit: string };
  onClose: () => void;
};

/**
 * One product instead of what is short, proposed to each buyer who would not get it; then what became of each order.
 */
export function ReplaceDialog({ short, onClose }: Props) {
  const [chosen, setChosen] = useState<{ id: number; name: string } | null>(null);
  const [note, setNote] = useState('');
  const queries = useQueryClient();
  const [results, setResults] = useState<Answer | null>(null);
  const propose = useVerb<Answer>((answer) => {
    setResults(answer);
    void queries.invalidateQueries();
  });
  function proposeAfter(after: number) {
    const { product_id, store } = short;
    if (chosen)
      propose.run('/api/admin/stock/short/replacement', { product_id, store, replacement_id: chosen.id, note, after });
  }
  return (
    <Dialog title={`Предложить замену всем: ${short.name}`} onClose={onClose}>
      {results ? (
        <Results answer={results} isBusy={propose.isBusy} goOn={proposeAfter} onClose={onClose}>
          <Problem words={propose.problem} />
        </Results>
      ) : (
        <form
          className="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            proposeAfter(0);
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
            <>
              <Analogues productId={short.product_id} choose={setChosen} />
              <FindProduct label="Чем заменить" isOnSale onFound={({ id, name }) => setChosen({ id, name })} />
            </>
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

/** What the shop has named as its analogues: mostly it is one of them. */
function Analogues({
  productId,
  choose,
}: {
  productId: number;
  choose: (product: { id: number; name: string }) => void;
}) {
  const { data } = useGot<Got<'/api/admin/products/{id}'>>(`/api/admin/products/${productId}`);
  const named = (data?.links ?? []).filter(({ id, is_on: isOn }) => isOn && data?.analogue_ids.includes(id));
  if (named.length === 0) return null;
  return (
    <fieldset className="chips">
      <legend className="soft small">Аналоги этого товара</legend>
      {named.map(({ id, name }) => (
        <button key={id} type="button" className="chip" onClick={() => choose({ id, name })}>
          {name}
        </button>
      ))}
    </fieldset>
  );
}

type ResultsProps = {
  answer: Answer;
  isBusy: boolean;
  /** With the orders after this number. */
  goOn: (after: number) => void;
  onClose: () => void;
  children: ReactNode;
};

function Results({ answer: { items, left }, isBusy, goOn, onClose, children }: ResultsProps) {
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
      {children}
      <div className="form-actions">
        {left > 0 ? (
          <Button isBusy={isBusy} onClick={() => goOn(items.at(-1)?.number ?? 0)}>
            Предложить дальше: {countOf(left, 'заказ', 'заказа', 'заказов')}
          </Button>
        ) : null}
        <Button kind="primary" onClick={onClose}>
          Готово
        </Button>
      </div>
    </div>
  );
}
