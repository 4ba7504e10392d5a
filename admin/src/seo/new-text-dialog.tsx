import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type EditedSeoKind, seoKinds } from '#shared/seo-kinds.ts';
import { BranchField, useUsualBranch } from '../parts/branch-field.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { placeId } from './seo-types.ts';

/** Which page's texts to open: a kind, or one page of it, for all branches or one. */
export function NewTextDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const to = useAddress();
  const [kind, setKind] = useState<EditedSeoKind>('category');
  const [key, setKey] = useState('');
  const [branch, setBranch] = useState(useUsualBranch());
  const [isWrong, setWrong] = useState(false);
  const keyWords = seoKinds[kind].key;
  return (
    <Dialog title="Тексты страницы" onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const known = keyWords ? key.trim() : '';
          if (/^[a-z0-9_-]{0,150}$/.test(known)) void navigate(to(`/seo/texts/${placeId(kind, known, branch)}`));
          else setWrong(true);
        }}
      >
        <Field label="Вид страниц">
          {(given) => (
            <select {...given} value={kind} onChange={({ target }) => setKind(target.value as EditedSeoKind)}>
              {Object.entries(seoKinds).map(([value, { label }]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        {keyWords ? (
          <Field
            label={`Одна страница: ${keyWords}`}
            error={isWrong ? 'Латинские буквы, цифры и дефисы, как в адресе страницы' : undefined}
            hint="Пусто: шаблон для всех страниц этого вида"
          >
            {(given) => (
              <input
                {...given}
                autoComplete="off"
                maxLength={150}
                value={key}
                onChange={({ target }) => {
                  setKey(target.value);
                  setWrong(false);
                }}
              />
            )}
          </Field>
        ) : null}
        <BranchField label="Где" value={branch} onChange={setBranch} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit">
            Открыть
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
