import { Tag } from '../parts/tag.tsx';
import type { FormRow } from './content-types.ts';
import { formStates } from './content-words.ts';
import { PublicationActions } from './publication-actions.tsx';

/** Of the newest version; where visitors fill in one before it, that too. */
export function FormState({ form: { state, is_open: isOpen } }: { form: Pick<FormRow, 'state' | 'is_open'> }) {
  return (
    <>
      <Tag tone={formStates[state].tone}>{formStates[state].label}</Tag>{' '}
      {isOpen && state !== 'open' ? <Tag tone={formStates.open.tone}>{formStates.open.label}</Tag> : null}
    </>
  );
}

/** Publishing a draft now, at a time or with a release; taking a version back; closing the form. */
export function FormActions({ form, isSaved }: { form: FormRow; isSaved: boolean }) {
  const { id, name, state, version, is_open: isOpen } = form;
  const close = {
    verb: 'close',
    label: 'Закрыть форму',
    question: {
      title: 'Закрыть форму',
      words: 'Новых заявок по ней не будет. Опубликованная версия откроет её снова.',
      action: 'Закрыть',
    },
  } as const;
  const recall = {
    verb: 'recall',
    label: 'Снять с публикации',
    question: {
      title: 'Снять с публикации',
      words: `Версия ${version} снова станет черновиком. Покупатели увидят прежнюю, а если её не было, формы на сайте не будет. Присланные заявки останутся.`,
      action: 'Снять',
    },
  } as const;
  return (
    <PublicationActions
      name={name}
      path={`/api/admin/forms/${id}`}
      listPath="/content/forms"
      release={{ kind: 'forms', id }}
      isDraft={state === 'draft'}
      isSaved={isSaved}
      mayPublish
      publishLabel={state === 'draft' ? 'Опубликовать' : state === 'coming' ? 'Сменить срок' : null}
      takings={[...(isOpen ? [close] : []), ...(state === 'coming' || state === 'open' ? [recall] : [])]}
      removal="Версия, которая сейчас на сайте, останется."
    />
  );
}
