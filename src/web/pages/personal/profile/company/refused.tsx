import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';

/** What a form was refused for, at that form. */
export function Refused({
  answer,
  name,
  company_id,
}: {
  answer: FormAnswer | null;
  name: string;
  company_id?: number;
}) {
  const isOwn = answer?.form === [name, company_id].filter(Boolean).join(' ');
  return isOwn ? <FormError words={answer?.error} className="firm__note" /> : null;
}
