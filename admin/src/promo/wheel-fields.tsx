import { Plus, Trash2 } from 'lucide-react';
import { Doubts } from '../editor/doubts.tsx';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { LineField } from '../parts/line-field.tsx';
import { MomentField } from '../parts/moment-field.tsx';
import { MoneyField } from '../parts/money-field.tsx';
import { WholeField } from '../parts/whole-field.tsx';
import { TextField } from '../record/text-field.tsx';
import type { FormPart } from './coupon-fields.tsx';
import { chanceOf, periodWords, type WheelPrize } from './wheel-words.ts';

/** What a wheel promises. */
export function WheelFields({ form }: { form: FormPart }) {
  const { fields, set, errors } = form;
  const count = (name: string, label: string, hint: string) => (
    <WholeField
      label={label}
      hint={hint}
      value={fields[name]}
      onChange={(value) => set(name, value)}
      error={errors[name]}
    />
  );
  return (
    <>
      <div className="form form-columns promo-fields">
        <TextField form={form} name="title" label="Название" most={120} />
        <TextField
          form={form}
          name="organiser"
          label="Организатор"
          most={500}
          hint="Кто проводит розыгрыш: название и адрес"
        />
        <MomentField
          label="Начало"
          hint="Публикуют до начала. Время московское"
          value={fields.starts_at}
          onChange={(value) => set('starts_at', value)}
          error={errors.starts_at}
        />
        <MomentField
          label="Конец"
          value={fields.ends_at}
          onChange={(value) => set('ends_at', value)}
          error={errors.ends_at}
        />
        <Field label="Как часто крутят" error={errors.period}>
          {(given) => (
            <select {...given} value={String(fields.period)} onChange={({ target }) => set('period', target.value)}>
              {Object.entries(periodWords).map(([period, label]) => (
                <option key={period} value={period}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <MoneyField
          label="Фонд, ₽"
          hint="Больше этого купонами не отдадут"
          value={fields.budget_kopecks}
          onChange={(value) => set('budget_kopecks', value)}
          error={errors.budget_kopecks}
        />
        {count('device_limit', 'С одного браузера', 'Вращений за период')}
        {count('address_limit', 'С одного адреса сети', 'Вращений за период')}
      </div>
      <div className="form">
        <Field label="Правила" hint="Пустая строка начинает новый абзац, можно HTML" error={errors.rules_html}>
          {(given) => (
            <textarea
              {...given}
              rows={6}
              value={String(fields.rules_html ?? '')}
              onChange={({ target }) => set('rules_html', target.value)}
            />
          )}
        </Field>
        <Doubts words={[fields.title, fields.rules_html]} />
      </div>
      <Prizes form={form} />
    </>
  );
}

function Prizes({ form: { fields, set, errors } }: { form: FormPart }) {
  const prizes = (fields.prizes ?? []) as WheelPrize[];
  const put = (next: unknown[]) => set('prizes', next);
  return (
    <fieldset className="promo-levels">
      <legend className="block-title">Призы: купоны на сумму</legend>
      {prizes.map((prize, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a prize has no name of its own while it is typed
        <PrizeRow key={at} prize={prize} at={at} prizes={prizes} errors={errors} put={put} />
      ))}
      {errors.prizes ? <p className="field-error">{errors.prizes}</p> : null}
      <p className="soft">
        Утешительный приз — самый недорогой: его отдают вместо того, который кончился или на который не хватает фонда.
      </p>
      <div>
        <Button
          kind="quiet"
          size="small"
          icon={<Plus size={14} aria-hidden="true" />}
          disabled={prizes.length >= 24}
          onClick={() => put([...prizes, { ...usualPrize, name: '' }])}
        >
          Добавить приз
        </Button>
      </div>
    </fieldset>
  );
}

type PrizeProps = {
  prize: WheelPrize;
  at: number;
  /** All of the wheel. */
  prizes: WheelPrize[];
  errors: FormPart['errors'];
  /** Puts others in place of all. */
  put: (prizes: unknown[]) => void;
};

function PrizeRow({ prize, at, prizes, errors, put }: PrizeProps) {
  const change = (next: Partial<Record<keyof WheelPrize, unknown>>) =>
    put(prizes.map((one, other) => (other === at ? { ...one, ...next } : one)));
  return (
    <div className="promo-prize">
      <LineField
        label="Название"
        error={errors[`prizes.${at}.name`]}
        maxLength={60}
        value={prize.name}
        onChange={(text) => change({ name: text })}
      />
      <MoneyField
        label="Купон, ₽"
        value={prize.sum_kopecks}
        onChange={(value) => change({ sum_kopecks: value })}
        error={errors[`prizes.${at}.sum_kopecks`]}
      />
      <MoneyField
        label="От суммы, ₽"
        value={prize.min_sum_kopecks}
        onChange={(value) => change({ min_sum_kopecks: value })}
        error={errors[`prizes.${at}.min_sum_kopecks`] ?? errors[`prizes.${at}`]}
      />
      <WholeField
        label="Дней"
        value={prize.coupon_days}
        onChange={(value) => change({ coupon_days: value })}
        error={errors[`prizes.${at}.coupon_days`]}
      />
      <WholeField
        label="Сколько"
        hint="пусто — пока есть фонд"
        value={prize.stock}
        onChange={(value) => change({ stock: value })}
        error={errors[`prizes.${at}.stock`]}
      />
      <WholeField
        label="Вес"
        hint={chanceOf(prize.weight, prizes)}
        value={prize.weight}
        onChange={(value) => change({ weight: value })}
        error={errors[`prizes.${at}.weight`]}
      />
      <label className="check promo-check">
        <input
          type="radio"
          name="consolation"
          checked={prize.is_consolation}
          onChange={() => put(prizes.map((one, other) => ({ ...one, is_consolation: other === at })))}
        />
        утешительный
      </label>
      <button
        type="button"
        className="icon-button"
        aria-label={`Убрать приз ${prize.name || at + 1}`}
        disabled={prizes.length <= 2}
        onClick={() => put(prizes.filter((_, other) => other !== at))}
      >
        <Trash2 size={16} aria-hidden="true" />
      </button>
    </div>
  );
}

export const usualPrize: WheelPrize = {
  name: 'Купон 300 ₽',
  weight: 10,
  sum_kopecks: 30_000,
  min_sum_kopecks: 300_000,
  coupon_days: 14,
  stock: null,
  is_consolation: false,
};
