import { Plus } from 'lucide-react';
import { Button } from '../parts/button.tsx';
import { ConditionCard } from './condition-card.tsx';
import { type Condition, fittingWords, noCondition, useFittingGoods } from './condition-words.ts';
import type { FormPart } from './coupon-fields.tsx';

const most = 20;

/** By which goods take part by themselves: any number of conditions, each with what fits it now. */
export function ActionConditions({ form: { fields, set, errors } }: { form: FormPart }) {
  const conditions = (fields.conditions ?? []) as Condition[];
  const all = useFittingGoods(conditions);
  const put = (next: Condition[]) => set('conditions', next);
  return (
    <section className="form" aria-labelledby="action-conditions">
      <h2 id="action-conditions" className="block-title">
        По условиям
      </h2>
      <p className="soft">
        Участвует всё, что подходит хотя бы под одно условие. Новый товар войдёт в акцию сам, а переставший подходить
        выйдет — в течение минуты после того, как изменился каталог.
      </p>
      {conditions.map((condition, at) => (
        <ConditionCard
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no name of its own, its place is its name
          key={at}
          place={at}
          condition={condition}
          errors={errors}
          onChange={(next) => put(conditions.map((one, place) => (place === at ? next : one)))}
          onRemove={() => put(conditions.filter((_, place) => place !== at))}
        />
      ))}
      {conditions.length > 1 && all.data ? (
        <p role="status">
          Всего по условиям: <b className="num">{fittingWords(all.data)}</b>
        </p>
      ) : null}
      {errors.conditions ? <p className="field-error small">{errors.conditions}</p> : null}
      <div className="form-actions condition-add">
        <Button
          icon={<Plus size={16} aria-hidden="true" />}
          disabled={conditions.length >= most}
          onClick={() => put([...conditions, noCondition])}
        >
          Добавить условие
        </Button>
      </div>
    </section>
  );
}
