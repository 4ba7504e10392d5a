import { Doubts } from '../editor/doubts.tsx';
import { BranchField } from '../parts/branch-field.tsx';
import { LineField } from '../parts/line-field.tsx';
import { MomentField } from '../parts/moment-field.tsx';
import { PictureField } from '../parts/picture-field.tsx';
import { TextField } from '../record/text-field.tsx';
import { DraftCheck, type FormPart } from './coupon-fields.tsx';

/** Everything a promotion says but its goods. */
export function ActionFields({ form }: { form: FormPart }) {
  const { isNew, fields, set, errors } = form;
  return (
    <>
      <div className="form form-columns promo-fields">
        <TextField form={form} name="name" label="Название" most={200} />
        <TextField
          form={form}
          name="slug"
          label="Адрес страницы"
          most={150}
          hint="Пустой сложится из названия. Прежний адрес ведёт на новый"
        />
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
          isNew={isNew}
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
        <TextField
          form={form}
          name="organiser"
          label="Организатор"
          most={300}
          hint="Кто проводит акцию: название и адрес"
        />
        <TextField
          form={form}
          name="ad_mark"
          label="Пометка рекламы"
          most={300}
          hint="Рекламодатель и erid, если реклама чужая"
        />
        <PictureField
          label="Изображение"
          hint="Без него акция берёт фото самого популярного своего товара"
          value={fields.image}
          onChange={(file) => set('image', file)}
          error={errors.image}
        />
      </div>
      <div className="form">
        <TextField
          form={form}
          name="text"
          label="Описание"
          rows={4}
          hint="Пустая строка начинает новый абзац, можно HTML: списки, ссылки, таблицы"
        />
        <TextField
          form={form}
          name="rules"
          label="Полные правила"
          rows={8}
          hint="Кто участвует, на что скидка, чем ограничена, как вернуть товар"
        />
        <Doubts words={[fields.name, fields.text, fields.rules]} />
      </div>
    </>
  );
}
