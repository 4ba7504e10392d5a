import { staffCodeForm } from '#modules/staff/schema.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { Field } from '#web/ui/field.tsx';

/** The six digits of the person's own app, asked once in twelve hours. */
export function StaffCodeForm({ answer }: { answer: FormAnswer | null }) {
  const check = useFormCheck(staffCodeForm, answer);
  return (
    <form method="post" className="actform__form" {...check.form}>
      <p className="soft">Подтвердите, что это вы: откройте приложение для одноразовых паролей.</p>
      <FormError words={answer?.error} />
      <Field {...check.field('code')} inputMode="numeric" autoFocus className="actform__code" />
      <button type="submit" className="btn btn--primary" name="intent" value="code">
        Продолжить
      </button>
    </form>
  );
}
