import { Doubts } from '../editor/doubts.tsx';
import { Field } from '../parts/field.tsx';
import { LinkField } from '../parts/link-field.tsx';
import { PictureField } from '../parts/picture-field.tsx';
import { WholeField } from '../parts/whole-field.tsx';
import { TextField } from '../record/text-field.tsx';
import type { FormPart } from './coupon-fields.tsx';
import { DatedFields } from './dated-fields.tsx';
import { themes } from './dated-words.ts';
import { SlideLook } from './slide-look.tsx';

/** What a slide says, and how it looks. */
export function SlideFields({ form }: { form: FormPart }) {
  const { fields, set, errors } = form;
  return (
    <>
      <div className="form form-columns promo-fields">
        <TextField form={form} name="title" label="Заголовок" most={80} />
        <TextField form={form} name="text" label="Текст" most={200} />
        <TextField form={form} name="button_text" label="Кнопка" most={40} />
        <LinkField
          label="Куда ведёт"
          value={fields.link}
          onChange={(value) => set('link', value)}
          error={errors.link}
        />
        <Field label="Фон" error={errors.theme}>
          {(given) => (
            <select {...given} value={String(fields.theme)} onChange={({ target }) => set('theme', target.value)}>
              {Object.entries(themes).map(([theme, label]) => (
                <option key={theme} value={theme}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <WholeField
          label="Место по порядку"
          hint="Меньшие раньше. На главной стоят первые пять"
          value={fields.position}
          onChange={(value) => set('position', value)}
          error={errors.position}
        />
        <PictureField
          label="Изображение"
          hint="Предмет без фона, квадрат от 800 × 800"
          value={fields.image}
          onChange={(file) => set('image', file)}
          error={errors.image}
        />
        <DatedFields form={form} />
      </div>
      <Doubts words={[fields.title, fields.text, fields.button_text]} />
      <SlideLook
        title={String(fields.title ?? '')}
        text={String(fields.text ?? '')}
        button={String(fields.button_text ?? '')}
        image={typeof fields.image === 'string' ? fields.image : null}
        theme={String(fields.theme)}
      />
    </>
  );
}
