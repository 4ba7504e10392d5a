import { Doubts } from '../editor/doubts.tsx';
import { Field } from '../parts/field.tsx';
import { LineField } from '../parts/line-field.tsx';
import { LinkField } from '../parts/link-field.tsx';
import { PictureField } from '../parts/picture-field.tsx';
import type { FormPart } from './coupon-fields.tsx';
import { DatedFields } from './dated-fields.tsx';
import { places } from './dated-words.ts';
import { WobblerLook } from './wobbler-look.tsx';

const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** What a wobbler says, and how it looks. */
export function WobblerFields({ form }: { form: FormPart }) {
  const { fields, set, errors } = form;
  const optional = (name: string, label: string, most: number, hint: string) => (
    <LineField
      label={label}
      hint={hint}
      error={errors[name]}
      maxLength={most}
      value={String(fields[name] ?? '')}
      onChange={(text) => set(name, text || null)}
    />
  );
  return (
    <>
      <div className="form form-columns promo-fields">
        <Field label="Текст" hint="До 2 000 знаков; жирное <b>, ссылки и списки можно HTML" error={errors.text}>
          {(given) => (
            <textarea
              {...given}
              rows={4}
              maxLength={2_000}
              value={String(fields.text ?? '')}
              onChange={({ target }) => set('text', target.value)}
            />
          )}
        </Field>
        <Field label="Место" error={errors.position}>
          {(given) => (
            <select {...given} value={String(fields.position)} onChange={({ target }) => set('position', target.value)}>
              {Object.entries(places).map(([place, label]) => (
                <option key={place} value={place}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <LinkField
          label="Куда ведёт"
          value={fields.action_link}
          onChange={(value) => set('action_link', value)}
          error={errors.action_link}
        />
        {optional('button_text', 'Кнопка', 40, 'Пустая называется «Подробнее»')}
        <PictureField
          label="Изображение"
          hint="Необязательно, квадрат"
          value={fields.background_image}
          onChange={(file) => set('background_image', file)}
          error={errors.background_image}
        />
        {optional('advertising', 'Пометка рекламы', 300, 'Рекламодатель и erid, если реклама чужая')}
        <DatedFields form={form} />
        <label className="check promo-check">
          <input
            type="checkbox"
            checked={fields.filter_is_show_once === true}
            onChange={({ target }) => set('filter_is_show_once', target.checked)}
          />
          Нажал один раз — больше не показывать
        </label>
      </div>
      <Doubts words={[fields.text, fields.button_text, fields.advertising]} />
      <WobblerLook
        position={String(fields.position)}
        text={String(fields.text ?? '')}
        button={textOrNull(fields.button_text)}
        image={textOrNull(fields.background_image)}
        advertising={textOrNull(fields.advertising)}
      />
    </>
  );
}
