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
import type { LandingRecord, LandingText } from './content-types.ts';

/** A draft of a text: for whom, which variant, with the words of which. */
export function NewLandingText({ landing, onClose }: { landing: LandingRecord; onClose: () => void }) {
  const { all_branches: isOfAll, branches } = useSession().me;
  const [branch, setBranch] = useState<string | null>(isOfAll ? null : (branches[0]?.id_1c ?? null));
  const [variant, setVariant] = useState<'a' | 'b'>('a');
  const [base, setBase] = useState(landing.texts[0]?.id ?? 0);
  const text = useGot<LandingText>(`/api/admin/landing-texts/${base}`, { isOn: base > 0 });
  const navigate = useNavigate();
  const withBranch = useAddress();
  const nameOf = useBranchName();
  const create = useVerb<{ id: number }>(({ id }) => {
    onClose();
    void navigate(withBranch(`/content/landing-texts/${id}`));
  });
  return (
    <Dialog title={`Новый текст: ${landing.name}`} onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const blank = { title: landing.name, description: '', blocks: [{ type: 'html', html: '<p>…</p>' }] };
          const { title, description, blocks } = base > 0 && text.data ? text.data : blank;
          create.run(`/api/admin/landings/${landing.id}/texts`, {
            department_id_1c: branch,
            variant,
            title,
            description,
            blocks,
          });
        }}
      >
        <div className="form-pair">
          <Field label="Для кого" error={create.fields.department_id_1c}>
            {(given) => <BranchChoice given={given} value={branch} onChange={setBranch} />}
          </Field>
          <Field label="Вариант" hint="Два варианта сравнивают на посетителях">
            {(given) => (
              <select {...given} value={variant} onChange={({ target }) => setVariant(target.value as 'a' | 'b')}>
                <option value="a">A</option>
                <option value="b">B</option>
              </select>
            )}
          </Field>
        </div>
        {landing.texts.length > 0 ? (
          <Field label="Взять слова из">
            {(given) => (
              <select {...given} value={base} onChange={({ target }) => setBase(Number(target.value))}>
                {landing.texts.map(({ id, version, variant: of, department_id_1c: whose }) => (
                  <option key={id} value={id}>
                    {`правка ${version}, вариант ${of.toUpperCase()}, ${nameOf(whose)}`}
                  </option>
                ))}
                <option value={0}>ниоткуда, с чистого листа</option>
              </select>
            )}
          </Field>
        ) : null}
        {text.error ? <LoadFailure error={text.error} retry={() => void text.refetch()} /> : null}
        <Problem words={create.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={create.isBusy} disabled={base > 0 && !text.data}>
            Создать черновик
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
