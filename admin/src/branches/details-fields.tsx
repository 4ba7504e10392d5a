import { PictureField } from '../parts/picture-field.tsx';
import { TextField } from '../record/text-field.tsx';
import type { BranchForm } from './branch-page.tsx';
import { LinesField } from './lines-field.tsx';

/** What buyers read in the contacts, and at the gate, before they come. */
export function DetailsFields({ form }: { form: BranchForm }) {
  const { fields, set, errors } = form;
  return (
    <section className="panel" aria-labelledby="details">
      <div className="panel-head">
        <h2 id="details">Вход, парковка, услуги</h2>
      </div>
      <div className="form form-columns branch-fields">
        <TextField
          form={form}
          name="way_in"
          label="Как войти"
          hint="С какой стороны дверь, есть ли пандус. До 400 символов, пустое поле не показывается"
          rows={3}
          most={400}
        />
        <TextField
          form={form}
          name="parking"
          label="Парковка"
          hint="Сколько мест, куда подъехать за тяжёлым. До 400 символов"
          rows={3}
          most={400}
        />
        <LinesField
          form={form}
          name="services"
          label="Услуги"
          hint="По одной на строке, не больше 20: «Распил листа»"
        />
        <PictureField
          label="Фото входа"
          hint="Дверь с вывеской, лучше горизонтальное. Стоит в контактах у адреса"
          value={fields.entrance_image}
          onChange={(file) => set('entrance_image', file)}
          error={errors.entrance_image}
        />
      </div>
    </section>
  );
}
