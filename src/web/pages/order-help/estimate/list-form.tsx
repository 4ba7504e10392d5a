import { Form, useNavigation } from 'react-router';
import { estimateLimits } from '#modules/estimates/schema.ts';
import { estimatesUrl } from '#shared/urls.ts';
import { FieldError } from '#web/ui/field-error.tsx';
import { Icon } from '#web/ui/icon.tsx';

export type ListAnswer = { errors: Partial<Record<'file' | 'text' | 'form', string>>; text: string };

const example = 'Штукатурка гипсовая 30 кг — 14 меш.\nПрофиль ПП 60х27 3 м — 45 шт.\nЛаминат 33 класс дуб — 24 м2';

/** A list of materials as a file or as text; the answer is the estimate's own page. */
export function ListForm({ answer }: { answer: ListAnswer | null }) {
  const { state, formAction } = useNavigation();
  const isSending = state !== 'idle' && formAction?.startsWith(estimatesUrl()) === true;
  const errors = answer?.errors ?? {};
  return (
    <Form className="sheet estimate-form" method="post" action={estimatesUrl()} encType="multipart/form-data">
      {errors.form ? (
        <p className="errsum" role="alert">
          {errors.form}
        </p>
      ) : null}
      <div className="field">
        <label className="field__label" htmlFor="file">
          Файл со списком
        </label>
        <input
          className={`input estimate-form__file${errors.file ? ' is-error' : ''}`}
          type="file"
          id="file"
          name="file"
          accept=".txt,.csv,.rtf,.docx,.pdf,.xlsx"
          aria-invalid={errors.file ? true : undefined}
          aria-describedby={`file-hint${errors.file ? ' file-error' : ''}`}
        />
        {errors.file ? <FieldError id="file-error">{errors.file}</FieldError> : null}
        <p className="field__hint" id="file-hint">
          TXT, CSV, XLSX, DOCX, RTF или PDF с текстом, до 5 МБ
        </p>
      </div>
      <div className="field">
        <label className="field__label" htmlFor="text">
          Или список текстом
        </label>
        <textarea
          className={`input input--area estimate-form__text${errors.text ? ' is-error' : ''}`}
          id="text"
          name="text"
          rows={7}
          maxLength={estimateLimits.textCharacters}
          defaultValue={answer?.text ?? ''}
          placeholder={example}
          aria-invalid={errors.text ? true : undefined}
          aria-describedby={`text-hint${errors.text ? ' text-error' : ''}`}
        />
        {errors.text ? <FieldError id="text-error">{errors.text}</FieldError> : null}
        <p className="field__hint" id="text-hint">
          По одной позиции в строке: название или артикул и сколько нужно. Столбцы из Excel можно вставить как есть.
        </p>
      </div>
      <button className="btn btn--primary btn--lg" type="submit" disabled={isSending}>
        <Icon name="list-checks" />
        {isSending ? 'Подбираем товары…' : 'Подобрать товары'}
      </button>
    </Form>
  );
}
