import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../parts/button.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { Tag } from '../parts/tag.tsx';
import { IntoRelease } from '../releases/into-release.tsx';
import type { FormRow } from './content-types.ts';
import { formStates } from './content-words.ts';
import { PublishDialog } from './publish-dialog.tsx';
import { ConfirmDialog } from './version-actions.tsx';

/** Of the newest version; where visitors fill in one before it, that too. */
export function FormState({ form: { state, is_open: isOpen } }: { form: Pick<FormRow, 'state' | 'is_open'> }) {
  return (
    <>
      <Tag tone={formStates[state].tone}>{formStates[state].label}</Tag>{' '}
      {isOpen && state !== 'open' ? <Tag tone={formStates.open.tone}>{formStates.open.label}</Tag> : null}
    </>
  );
}

type Asked = 'publish' | 'recall' | 'close' | 'remove';

/** Publishing a draft now, at a time or with a release; taking a version back; closing the form. */
export function FormActions({ form, isSaved }: { form: FormRow; isSaved: boolean }) {
  const { id, name, state, version, is_open: isOpen } = form;
  const [asked, setAsked] = useState<Asked | null>(null);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const withBranch = useAddress();
  const base = `/api/admin/forms/${id}`;
  const close = () => setAsked(null);
  const refresh = () => void queries.invalidateQueries();
  const waits = state === 'draft' || state === 'coming';
  return (
    <>
      {state === 'draft' ? <Button onClick={() => setAsked('remove')}>Удалить черновик</Button> : null}
      {isOpen ? <Button onClick={() => setAsked('close')}>Закрыть форму</Button> : null}
      {state === 'coming' || state === 'open' ? (
        <Button onClick={() => setAsked('recall')}>Снять с публикации</Button>
      ) : null}
      {state === 'draft' ? <IntoRelease kind="forms" id={id} /> : null}
      {waits ? (
        <Button
          kind="primary"
          disabled={!isSaved}
          title={isSaved ? undefined : 'Сначала сохраните изменения'}
          onClick={() => setAsked('publish')}
        >
          {state === 'coming' ? 'Сменить срок' : 'Опубликовать'}
        </Button>
      ) : null}
      {asked === 'publish' ? (
        <PublishDialog title={`Публикация: ${name}`} path={`${base}/publish`} onClose={close} onDone={refresh} />
      ) : null}
      {asked === 'close' ? (
        <ConfirmDialog
          title="Закрыть форму"
          words="Новых заявок по ней не будет. Опубликованная версия откроет её снова."
          action="Закрыть"
          run={(verb) => verb.run(`${base}/close`)}
          onClose={close}
          onDone={refresh}
        />
      ) : null}
      {asked === 'recall' ? (
        <ConfirmDialog
          title="Снять с публикации"
          words={`Версия ${version} снова станет черновиком. Покупатели увидят прежнюю, а если её не было, формы на сайте не будет. Присланные заявки останутся.`}
          action="Снять"
          run={(verb) => verb.run(`${base}/recall`)}
          onClose={close}
          onDone={refresh}
        />
      ) : null}
      {asked === 'remove' ? (
        <ConfirmDialog
          title="Удалить черновик"
          words="Его никто не видел, и вернуть его будет нельзя. Версия, которая сейчас на сайте, останется."
          action="Удалить"
          run={(verb) => verb.run(base, undefined, 'DELETE')}
          onClose={close}
          onDone={() => {
            void navigate(withBranch('/content/forms'));
            refresh();
          }}
        />
      ) : null}
    </>
  );
}
