import { Plus, Trash2, X } from 'lucide-react';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { LineField } from '../parts/line-field.tsx';
import { MoneyField } from '../parts/money-field.tsx';
import { orderedCategories } from '../parts/product.ts';
import { useCategories } from '../parts/use-categories.ts';
import { WholeField } from '../parts/whole-field.tsx';
import type { FormPart } from './coupon-fields.tsx';
import type { Level } from './programme-words.ts';

/** The rules of one kind of card; `isBonus`: bonuses are earned and spent with it. */
export function ProgrammeFields({ form, isBonus }: { form: FormPart; isBonus: boolean }) {
  const { fields, set, errors } = form;
  const days = (name: string, label: string, hint: string) => (
    <WholeField
      label={label}
      hint={hint}
      value={fields[name]}
      onChange={(value) => set(name, value)}
      error={errors[name]}
    />
  );
  const tick = (name: string, label: string) => (
    <label className="check promo-check">
      <input type="checkbox" checked={fields[name] === true} onChange={({ target }) => set(name, target.checked)} />
      {label}
    </label>
  );
  return (
    <>
      <div className="form form-columns promo-fields">
        <LineField
          label="Название"
          error={errors.name}
          maxLength={120}
          value={String(fields.name ?? '')}
          onChange={(text) => set('name', text)}
        />
        {days('counting_days', 'Считать покупки за, дней', 'По их сумме определяется ступень')}
        {isBonus ? (
          <>
            {days('expiry_days', 'Бонусы живут, дней', 'Потом сгорают: старые раньше')}
            {days('spend_percent', 'Оплачивают заказа не больше, %', 'Доля товаров заказа')}
            <MoneyField
              label="Один бонус стоит, ₽"
              value={fields.bonus_kopecks}
              onChange={(value) => set('bonus_kopecks', value)}
              error={errors.bonus_kopecks}
            />
            <MoneyField
              label="Деньгами не меньше, ₽"
              hint="Столько за товары платят всегда"
              value={fields.least_paid_kopecks}
              onChange={(value) => set('least_paid_kopecks', value)}
              error={errors.least_paid_kopecks}
            />
            {days('grace_days', 'Запас срока, дней', 'Столько живут бонусы, вернувшиеся с отменённого заказа')}
            {tick('spends_on_reduced', 'Платят за товары со скидкой')}
            {tick('spends_with_coupon', 'Платят вместе с купоном')}
          </>
        ) : null}
      </div>
      {isBonus ? <ClosedCategories form={form} /> : null}
      <Levels form={form} />
    </>
  );
}

function ClosedCategories({ form: { fields, set, errors } }: { form: FormPart }) {
  const ids = (fields.closed_category_ids ?? []) as number[];
  const categories = useCategories();
  const left = orderedCategories(categories).filter(({ id }) => !ids.includes(id));
  return (
    <div className="form">
      <Field label="Где бонусами не платят" error={errors.closed_category_ids}>
        {(given) => (
          <select
            {...given}
            value=""
            onChange={({ target }) => set('closed_category_ids', [...ids, Number(target.value)])}
          >
            <option value="">Добавить раздел</option>
            {left.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <ul className="promo-chips">
        {ids.map((id) => {
          const name = categories.find((category) => category.id === id)?.name ?? `раздел № ${id}`;
          return (
            <li key={id} className="tag">
              {name}
              <button
                type="button"
                aria-label={`Разрешить бонусы: ${name}`}
                onClick={() =>
                  set(
                    'closed_category_ids',
                    ids.filter((other) => other !== id),
                  )
                }
              >
                <X size={12} aria-hidden="true" />
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Levels({ form: { fields, set, errors } }: { form: FormPart }) {
  const levels = (fields.levels ?? []) as Level[];
  const change = (at: number, next: Partial<Record<keyof Level, unknown>>) =>
    set(
      'levels',
      levels.map((level, other) => (other === at ? { ...level, ...next } : level)),
    );
  return (
    <fieldset className="promo-levels">
      <legend className="block-title">Ступени</legend>
      {levels.map((level, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a level has no name of its own while it is typed
        <div key={at} className="promo-level">
          <LineField
            label="Название"
            error={errors[`levels.${at}.name`]}
            maxLength={60}
            value={level.name}
            onChange={(text) => change(at, { name: text })}
          />
          <MoneyField
            label="От суммы, ₽"
            value={level.from_sum_kopecks}
            onChange={(value) => change(at, { from_sum_kopecks: value ?? 0 })}
            error={errors[`levels.${at}.from_sum_kopecks`]}
          />
          <WholeField
            label="Процент"
            value={level.percent}
            onChange={(value) => change(at, { percent: value })}
            error={errors[`levels.${at}.percent`]}
          />
          <button
            type="button"
            className="icon-button"
            aria-label={`Убрать ступень ${level.name || at + 1}`}
            disabled={levels.length === 1}
            onClick={() =>
              set(
                'levels',
                levels.filter((_, other) => other !== at),
              )
            }
          >
            <Trash2 size={16} aria-hidden="true" />
          </button>
        </div>
      ))}
      {errors.levels ? <p className="field-error">{errors.levels}</p> : null}
      <div>
        <Button
          kind="quiet"
          size="small"
          icon={<Plus size={14} aria-hidden="true" />}
          disabled={levels.length >= 10}
          onClick={() => set('levels', [...levels, nextLevel(levels.at(-1))])}
        >
          Добавить ступень
        </Button>
      </div>
    </fieldset>
  );
}

function nextLevel(last: Level | undefined): Level {
  const { from_sum_kopecks: from = 0, percent = 0 } = last ?? {};
  return { name: '', from_sum_kopecks: Math.max(from * 2, 1_000_000), percent: Math.min(percent + 1, 50) };
}
