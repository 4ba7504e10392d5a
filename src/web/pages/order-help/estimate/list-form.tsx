import type { MouseEvent } from 'react';
import { Form, useNavigation } from 'react-router';
import { estimateForm } from '#modules/estimates/schema.ts';
import { estimatesUrl } from '#shared/urls.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { Icon } from '#web/ui/icon.tsx';

/** The list that the field shows while it is empty, to be sent as it is. */
function fillSample({ currentTarget }: MouseEvent<HTMLButtonElement>) {
  const field = currentTarget.form?.elements.namedItem('text');
  if (!(field instanceof HTMLTextAreaElement)) return;
  field.value = estimateForm.text.placeholder;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.focus();
}

/** A list of materials as a file or as text; the answer is the estimate's own page. */
export function ListForm({ answer }: { answer: FormAnswer | null }) {
  const { state, formAction } = useNavigation();
  const isSending = state !== 'idle' && formAction?.startsWith(estimatesUrl()) === true;
  const check = useFormCheck(estimateForm, answer);
  return (
    <Form {...check.form} className="estimate-form" method="post" action={estimatesUrl()} encType="multipart/form-data">
      <FormError words={answer?.error} />
      <FormField of={check} name="file" />
      <FormField of={check} name="text" required={false} />
      <div className="estimate-form__acts">
        <button className="btn btn--primary btn--lg" type="submit" disabled={isSending}>
          <Icon name="list-checks" />
          {isSending ? 'Подбираем товары…' : 'Подобрать товары'}
        </button>
        <button type="button" className="link js" onClick={fillSample}>
          Вставить пример
        </button>
      </div>
    </Form>
  );
}
