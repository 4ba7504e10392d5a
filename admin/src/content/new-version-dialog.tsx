import { useState } from 'react';
import { useNavigate } from 'react-router';
import { BranchChoice, useBranchName } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useGot } from '../parts/got.ts';
import { useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useSession } from '../session/session.ts';
import type { PageRecord, VersionRecord } from './content-types.ts';
import { pageStates } from './content-words.ts';

type Props = { page: Pick<PageRecord, 'id' | 'title' | 'versions' | 'shown'>; onClose: () => void; from?: number };

/** A draft that begins with the words of a version there is. */
export function NewVersionDialog({ page, onClose, from }: Props) {
  const { all_branches: isOfAll, branches } = useSession().me;
  const [branch, setBranch] = useState<string | null>(isOfAll ? null : (branches[0]?.id_1c ?? null));
  const [base, setBase] = useState(from ?? page.shown?.id ?? page.versions[0]?.id ?? 0);
  const text = useGot<VersionRecord>(`/api/admin/page-versions/${base}`, { isOn: base > 0 });
  const navigate = useNavigate();
  const withBranch = useAddress();
  const nameOf = useBranchName();
  const create = useVerb<{ id: number }>(({ id }) => {
    onClose();
    void navigate(withBranch(`/content/texts/${id}`));
  });
  return (
    <Dialog title={`Новая редакция: ${page.title}`} onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const { title, html } = text.data ?? { title: page.title, html: '' };
          create.run('/api/admin/pages', { slug: page.id, department_id_1c: branch, title, html });
        }}
      >
        <Field label="Взять слова из" hint="Опубликованный текст не меняют: его правят в копии">
          {(given) => (
            <select {...given} value={base} onChange={({ target }) => setBase(Number(target.value))}>
              {page.versions.map(({ id, version, state, department_id_1c: of }) => (
                <option key={id} value={id}>
                  {`редакция ${version}, ${nameOf(of)}, ${pageStates[state].label.toLowerCase()}`}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Для кого" error={create.fields.department_id_1c}>
          {(given) => <BranchChoice given={given} value={branch} onChange={setBranch} />}
        </Field>
        {text.error ? <LoadFailure error={text.error} retry={() => void text.refetch()} /> : null}
        <Problem words={create.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={create.isBusy} disabled={!text.data}>
            Создать черновик
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
