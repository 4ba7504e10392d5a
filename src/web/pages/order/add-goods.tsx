import { useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { catalogUrl } from '#shared/urls.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { GoodsLine } from '#web/parts/goods/goods-line.tsx';
import { Field } from '#web/ui/field.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import type { AdditionPage, AdditionPlan, AdditionRow } from './read-addition.ts';

type AddGoodsProps = { page: AdditionPage; token: string | null; error: string | null | undefined };

/**
 * A buyer adds goods to an own order: found here, lying in the cart, or more of what the order has. What it comes to is
 * computed by the server and shown before it is agreed to, with a script and without.
 */
export function AddGoods({ page, token, error }: AddGoodsProps) {
  const isBusy = useNavigation().state !== 'idle';
  if (page.why_not) return <Note kind="info">{page.why_not}.</Note>;
  return (
    <div className="addgoods">
      <p>
        Найдите товар здесь или положите его в корзину в <Link to={catalogUrl()}>каталоге</Link>, он появится в этом
        списке. Цены и наличие — на сегодня, товары в заказе сохраняют свою цену.
      </p>
      <FormError words={error ?? page.error} />
      {page.plan ? <Plan plan={page.plan} isBusy={isBusy} /> : null}
      <Form method="get" preventScrollReset>
        {token ? <input type="hidden" name="token" value={token} /> : null}
        <div className="row addgoods__find">
          <Field
            className="addgoods__q"
            name="q"
            label="Название, артикул или код товара"
            type="search"
            defaultValue={page.q}
            maxLength={100}
            autoComplete="off"
          />
          <button type="submit" className="btn btn--line" disabled={isBusy}>
            Найти
          </button>
        </div>
        {page.is_nothing_found ? <p role="status">По словам «{page.q}» ничего не нашлось.</p> : null}
        {page.groups.map(({ title, rows }) => (
          <section key={title}>
            <h2>{title}</h2>
            <ul className="addgoods__rows">
              {rows.map((row) => (
                <Row key={`${row.line.product_id} ${row.count}`} row={row} />
              ))}
            </ul>
          </section>
        ))}
        <button type="submit" className="btn btn--primary btn--lg" disabled={isBusy}>
          Посчитать
        </button>
      </Form>
    </div>
  );
}

function Row({ row: { line, count: asked, note } }: { row: AdditionRow }) {
  const [count, setCount] = useState(asked);
  const { product_id, shown_unit, step, max_count, is_on_sale_now, name } = line;
  return (
    <GoodsLine
      line={line}
      ways={note ? <span className="small soft addgoods__note">{note}</span> : null}
      count={
        is_on_sale_now || asked > 0 ? (
          <Stepper
            className="step--sm"
            count={count}
            unit={shown_unit}
            step={step}
            min={0}
            max={max_count}
            name={`add_${product_id}`}
            label={`Добавить: ${name}`}
            onChange={setCount}
          />
        ) : (
          <span />
        )
      }
    />
  );
}

function Plan({ plan, isBusy }: { plan: AdditionPlan; isBusy: boolean }) {
  return (
    <Form method="post" className="addgoods__plan" aria-label="Что изменится">
      <h2>Что изменится</h2>
      <div className="order__sums">
        {plan.lines.map((line) => (
          <div className="sumrow" key={line.product_id}>
            <span>
              {line.name} <span className="soft nowrap">{line.words}</span>
            </span>
            <span className="nowrap">{formatPrice(line.sum)}</span>
          </div>
        ))}
        {plan.services === null ? null : (
          <div className="sumrow">
            <span>Доставка по новому весу</span>
            <span className="nowrap">{formatPrice(plan.services)}</span>
          </div>
        )}
        <div className="sumrow">
          <span className="soft">Было</span>
          <span className="nowrap">{formatPrice(plan.total_before)}</span>
        </div>
        <div className="sumrow sumrow--total order__total">
          <span>Станет</span>
          <span className="nowrap">{formatPrice(plan.total_after)}</span>
        </div>
      </div>
      {plan.added.map(({ product_id, count }) => (
        <input type="hidden" name="added" value={`${product_id}:${count}`} key={product_id} />
      ))}
      <input type="hidden" name="accepted_total" value={plan.total_after} />
      <button type="submit" className="btn btn--primary btn--lg" name="intent" value="add" disabled={isBusy}>
        Добавить в заказ
      </button>
    </Form>
  );
}
