import { useState } from 'react';
import { BranchField, useUsualBranch } from '../parts/branch-field.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { LineField } from '../parts/line-field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { BeforeAfter } from './before-after.tsx';
import { HeldRule, isHeld, QualityChange } from './quality-change.tsx';
import { RuleFields } from './rule-fields.tsx';
import type { RuleDraft, RuleKind } from './search-types.ts';

const empty: Record<RuleKind, RuleDraft> = {
  synonym: { kind: 'synonym', words: '', means: '' },
  redirect: { kind: 'redirect', words: '', means: '' },
  stop: { kind: 'stop', words: '' },
};

type Props = { kind: RuleKind; title: string; onClose: () => void; onDone: () => void };

/** A new rule, with what it changes in a query. */
export function RuleDialog({ kind, title, onClose, onDone }: Props) {
  const [draft, setDraft] = useState<RuleDraft>(empty[kind]);
  const [q, setQ] = useState('');
  const [branch, setBranch] = useState(useUsualBranch());
  const save = useVerb(onDone);
  const add = (more: { accepts_fall?: true; is_draft?: true } = {}) =>
    save.run('/api/admin/search-rules', { ...draft, department_id_1c: branch, ...more });
  const isWhole = draft.words.trim().length >= 2 && (!('means' in draft) || draft.means.trim() !== '');
  return (
    <Dialog title={title} className="dialog-widest" onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <RuleFields
          draft={draft}
          onChange={(next) => {
            setDraft(next);
            // What was refused is said again, if it is still so.
            save.reset();
          }}
          errors={save.fields}
        />
        <BranchField label="Где действует" value={branch} onChange={setBranch} error={save.fields.department_id_1c} />
        <LineField
          label="Проверить на запросе"
          hint="Пусто: на словах самого правила"
          maxLength={100}
          value={q}
          onChange={setQ}
        />
        <BeforeAfter q={q.trim() || draft.words} add={isWhole ? draft : null} />
        {isHeld(save.error) ? null : <QualityChange branch={branch} add={isWhole ? draft : null} />}
        <HeldRule
          error={save.error}
          words="Всё равно добавить"
          isBusy={save.isBusy}
          onAccept={() => add({ accepts_fall: true })}
        />
        <Problem words={isHeld(save.error) || Object.keys(save.fields).length > 0 ? null : save.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button isBusy={save.isBusy} onClick={() => add({ is_draft: true })}>
            Сохранить черновик
          </Button>
          <Button kind="primary" type="submit" isBusy={save.isBusy}>
            Добавить
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
