import { BranchField } from '../parts/branch-field.tsx';
import { MomentField } from '../parts/moment-field.tsx';
import { DraftCheck, type FormPart } from './coupon-fields.tsx';

/** Where and when a slide or a wobbler is shown, and whether it is at all. */
export function DatedFields({ form }: { form: FormPart }) {
  const { fields, set, errors } = form;
  return (
    <>
      <BranchField
        value={fields.department_id_1c}
        onChange={(value) => set('department_id_1c', value)}
        error={errors.department_id_1c}
      />
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
      <DraftCheck form={form} />
    </>
  );
}
