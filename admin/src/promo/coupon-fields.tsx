import { BranchField } from '../parts/branch-field.tsx';
import { Field } from '../parts/field.tsx';
import { LineField } from '../parts/line-field.tsx';
import { MomentField } from '../parts/moment-field.tsx';
import { MoneyField } from '../parts/money-field.tsx';
import { WholeField } from '../parts/whole-field.tsx';
import { CategoryField } from './choices.tsx';

export type FormPart = {
  isNew?: boolean;
  fields: Record<string, unknown>;
  set: (name: string, value: unknown) => void;
  errors: Record<string, string>;
};

type Props = {
  form: FormPart;
  /** The coupon was used: its terms stay. */
  isFixed?: boolean;
};

/** How much a coupon takes off and of what. */
export function TermFields({ form: { isNew, fields, set, errors }, isFixed = false }: Props) {
  const isSum = fields.kind === 'sum';
  return (
    <div className="form form-columns promo-fields">
      <Field label="Скидка" error={errors.kind}>
        {(given) => (
          <select
            {...given}
            disabled={isFixed}
            value={isSum ? 'sum' : 'percent'}
            onChange={({ target }) => {
              set('kind', target.value);
            }}
          >
            <option value="percent">Процент</option>
            <option value="sum">Сумма</option>
          </select>
        )}
      </Field>
      {isSum ? (
        <MoneyField
          label="Сумма скидки, ₽"
          hint="Делится по строкам, больше цены товаров не снимает"
          disabled={isFixed}
          value={fields.sum_kopecks}
          onChange={(value) => set('sum_kopecks', value)}
          error={errors.sum_kopecks}
        />
      ) : (
        <WholeField
          label="Процент"
          hint="От 1 до 99"
          disabled={isFixed}
          value={fields.percent}
          onChange={(value) => set('percent', value)}
          error={errors.percent}
        />
      )}
      <MoneyField
        label="Минимум, ₽"
        hint="Сумма подходящих товаров, 0 — любая"
        disabled={isFixed}
        value={fields.min_sum_kopecks}
        onChange={(value) => set('min_sum_kopecks', value ?? 0)}
        error={errors.min_sum_kopecks}
      />
      <CategoryField
        none="Все товары"
        disabled={isFixed}
        value={fields.category_id}
        onChange={(value) => set('category_id', value)}
        error={errors.category_id}
      />
      <BranchField
        isNew={isNew}
        disabled={isFixed}
        value={fields.department_id_1c}
        onChange={(value) => set('department_id_1c', value)}
        error={errors.department_id_1c}
      />
      <label className="check promo-check">
        <input
          type="checkbox"
          disabled={isFixed}
          checked={fields.allows_b2b === true}
          onChange={({ target }) => set('allows_b2b', target.checked)}
        />
        Действует на цены для бизнеса
      </label>
    </div>
  );
}

/** Whether it is shown, or good, at all. */
export function DraftCheck({ form: { fields, set, errors } }: { form: FormPart }) {
  return (
    <div className="promo-check">
      <label className="check">
        <input
          type="checkbox"
          checked={fields.is_draft === true}
          onChange={({ target }) => set('is_draft', target.checked)}
        />
        Черновик: покупатели не видят
      </label>
      {errors.is_draft ? <p className="field-error small">{errors.is_draft}</p> : null}
    </div>
  );
}

/** From when to when it is good, or shown. */
export function DateFields({ form: { fields, set, errors } }: { form: FormPart }) {
  return (
    <>
      <MomentField
        label="Начало"
        hint="Пустое поле — сразу. Время московское"
        value={fields.starts_at}
        onChange={(value) => set('starts_at', value)}
        error={errors.starts_at}
      />
      <MomentField
        label="Конец"
        hint="Пустое поле — без конца"
        value={fields.ends_at}
        onChange={(value) => set('ends_at', value)}
        error={errors.ends_at}
      />
    </>
  );
}

export function NoteField({ form: { fields, set, errors } }: { form: FormPart }) {
  return (
    <LineField
      label="Заметка"
      hint="Покупатель её не видит"
      error={errors.note}
      maxLength={300}
      value={String(fields.note ?? '')}
      onChange={(text) => set('note', text || null)}
    />
  );
}
