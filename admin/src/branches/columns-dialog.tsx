import { useState } from 'react';
import { countOf, formatCount } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import type { BranchRecord } from './branch-types.ts';

type Plan = Got<'/api/admin/branches/{id}/columns-plan'>;
type Props = {
  branch: BranchRecord;
  columns: Got<'/api/admin/price-columns'>['items'];
  onClose: () => void;
  onDone: () => void;
};

/** Other price columns of a branch: what they would mean is told first, by the prices of this moment. */
export function ColumnsDialog({ branch, columns, onClose, onDone }: Props) {
  const [base, setBase] = useState(branch.base_price);
  const [business, setBusiness] = useState(branch.b2b_price ?? '');
  const isOther = base !== branch.base_price || business !== (branch.b2b_price ?? '');
  const search = new URLSearchParams({ base_price: base, b2b_price: business });
  const plan = useGot<Plan>(`/api/admin/branches/${branch.id}/columns-plan?${search}`, { isOn: isOther });
  const save = useVerb(() => {
    onDone();
    onClose();
  });
  const of = (purpose: string) => columns.filter((column) => column.purpose === purpose);
  return (
    <Dialog title={`${branch.name}: колонки цен`} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          const seen = { base_price: branch.base_price, b2b_price: branch.b2b_price };
          const wanted = { base_price: base, b2b_price: business || null };
          save.run(`/api/admin/branches/${branch.id}/columns`, { ...wanted, seen }, 'PUT');
        }}
      >
        <Field label="Розничные цены" error={save.fields.base_price}>
          {(given) => (
            <select {...given} value={base} onChange={({ target }) => setBase(target.value)}>
              {of('retail').map(({ price_column: code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Цены для фирм" error={save.fields.b2b_price}>
          {(given) => (
            <select {...given} value={business} onChange={({ target }) => setBusiness(target.value)}>
              <option value="">те же, что в рознице</option>
              {of('b2b').map(({ price_column: code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        {isOther && plan.data ? <PlanWords plan={plan.data} /> : null}
        {isOther && !plan.data && !plan.error ? <p className="soft">Считаем, что изменится…</p> : null}
        <Problem words={save.problem ?? (isOther ? (plan.error?.message ?? null) : null)} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={save.isBusy} disabled={!isOther || !plan.data}>
            Поменять
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function PlanWords({ plan }: { plan: Plan }) {
  const goods = (count: number) => countOf(count, 'товар', 'товара', 'товаров');
  return (
    <div className="note" role="status">
      <div>
        <p>
          Розничные цены: подорожают <b>{formatCount(plan.dearer)}</b>, подешевеют <b>{formatCount(plan.cheaper)}</b>,
          без изменений <b>{formatCount(plan.same)}</b>.
        </p>
        {plan.disappear > 0 ? <p>{goods(plan.disappear)} останутся без цены: их нельзя будет купить.</p> : null}
        {plan.appear > 0 ? <p>{goods(plan.appear)} получат цену, которой не было.</p> : null}
        <p>
          Остатки прежние. Корзины пересчитаются сразу,{' '}
          {plan.orders > 0
            ? `${countOf(plan.orders, 'заказ', 'заказа', 'заказов')} в работе — по старым ценам.`
            : 'заказов в работе нет.'}
        </p>
        {plan.plans > 0 ? (
          <p>{countOf(plan.plans, 'план', 'плана', 'планов')} изменения цен останется за прежней колонкой.</p>
        ) : null}
      </div>
    </div>
  );
}
