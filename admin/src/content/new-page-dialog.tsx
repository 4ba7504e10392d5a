import { useState } from 'react';
import { useNavigate } from 'react-router';
import { slugOf } from '#shared/transliterate.ts';
import { markedHtml } from '../editor/marked-text.ts';
import { BranchChoice } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { LineField } from '../parts/line-field.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useSession } from '../session/session.ts';

/** A page that is not there yet: its name, its address, its first paragraph; the rest in the editor. */
export function NewPageDialog({ onClose }: { onClose: () => void }) {
  const { all_branches: isOfAll, branches } = useSession().me;
  const navigate = useNavigate();
  const withBranch = useAddress();
  const [title, setTitle] = useState('');
  const [slug, setSlug] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [branch, setBranch] = useState<string | null>(isOfAll ? null : (branches[0]?.id_1c ?? null));
  const create = useVerb<{ id: number }>(({ id }) => void navigate(withBranch(`/content/texts/${id}`)));
  const address = slug ?? slugOf(title);
  return (
    <Dialog title="Новая страница" className="dialog-wide" onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const html = text.trim() && `<p>${markedHtml(text.trim())}</p>`;
          create.run('/api/admin/pages', { title, slug: address, department_id_1c: branch, html });
        }}
      >
        <LineField label="Заголовок" error={create.fields.title} value={title} maxLength={160} onChange={setTitle} />
        <div className="form-pair">
          <Field
            label="Адрес"
            error={create.fields.slug}
            hint={address ? `Откроется по адресу /info/${address}/` : 'Латинские буквы, цифры и дефисы'}
          >
            {(given) => (
              <input {...given} value={address} maxLength={80} onChange={({ target }) => setSlug(target.value)} />
            )}
          </Field>
          <Field label="Для кого" error={create.fields.department_id_1c}>
            {(given) => <BranchChoice given={given} value={branch} onChange={setBranch} />}
          </Field>
        </div>
        <Field
          label="Первый абзац"
          error={create.fields.html}
          hint="Остальное наберёте дальше. На сайте страница появится после публикации"
        >
          {(given) => (
            <textarea
              {...given}
              rows={4}
              value={text}
              maxLength={5_000}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        <Problem words={create.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={create.isBusy}>
            Создать черновик
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
