import { Doubts } from '../editor/doubts.tsx';
import { Field } from '../parts/field.tsx';
import { LineField } from '../parts/line-field.tsx';
import { MomentField } from '../parts/moment-field.tsx';
import { PictureField } from '../parts/picture-field.tsx';
import { BranchField } from './choices.tsx';
import { DraftCheck, type FormPart } from './coupon-fields.tsx';

/** Everything a promotion says but its goods. */
export function ActionFields({ form }: { form: FormPart }) {
  const { fields, set, errors } = form;
  const text = (name: string, label: string, most: number, hint?: string) => (
    <LineField
      label={label}
      hint={hint}
      error={errors[name]}
      maxLength={most}
      value={String(fields[name] ?? '')}
      onChange={(text) => set(name, text)}
    />
  );
  const area = (name: string, label: string, rows: number, hint: string) => (
    <Field label={label} hint={hint} error={errors[name]}>
      {(given) => (
        <textarea
          {...given}
          rows={rows}
          value={String(fields[name] ?? '')}
          onChange={({ target }) => set(name, target.value)}
        />
      )}
    </Field>
  );
  return (
    <>
      <div className="form form-columns promo-fields">
        {text('name', 'Название', 200)}
        {text('slug', 'Адрес страницы', 150, 'Пустой сложится из названия. Прежний адрес ведёт на новый')}
        <MomentField
          label="Начало"
          hint="Время московское"
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
        <BranchField
          value={fields.department_id_1c}
          onChange={(value) => set('department_id_1c', value)}
          error={errors.department_id_1c}
        />
        <DraftCheck form={form} />
        <LineField
          label="Купон"
          hint="Необязательно: его код покажет страница акции"
          error={errors.coupon}
          maxLength={40}
          value={String(fields.coupon ?? '')}
          onChange={(text) => set('coupon', text.toUpperCase() || null)}
        />
        {text('organiser', 'Организатор', 300, 'Кто проводит акцию: название и адрес')}
        {text('ad_mark', 'Пометка рекламы', 300, 'Рекламодатель и erid, если реклама чужая')}
        <PictureField
          label="Изображение"
          hint="Без него акция берёт фото самого популярного своего товара"
          value={fields.image}
          onChange={(file) => set('image', file)}
          error={errors.image}
        />
      </div>
      <div className="form">
        {area('text', 'Описание', 4, 'Пустая строка начинает новый абзац, можно HTML: списки, ссылки, таблицы')}
        {area('rules', 'Полные правила', 8, 'Кто участвует, на что скидка, чем ограничена, как вернуть товар')}
        <Doubts words={[fields.name, fields.text, fields.rules]} />
      </div>
    </>
  );
}
