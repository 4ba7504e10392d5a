import { BranchField } from '../parts/branch-field.tsx';
import { DateFields, DraftCheck, type FormPart } from './coupon-fields.tsx';

/** Where and when a slide or a wobbler is shown, and whether it is at all. */
export function DatedFields({ form }: { form: FormPart }) {
  const { isNew, fields, set, errors } = form;
  return (
    <>
      <BranchField
        isNew={isNew}
        value={fields.department_id_1c}
        onChange={(value) => set('department_id_1c', value)}
        error={errors.department_id_1c}
      />
      <DateFields form={form} />
      <DraftCheck form={form} />
    </>
  );
}
