import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { IntoRelease } from '../releases/into-release.tsx';
import type { PartKind } from '../releases/release-words.ts';
import { BeforeAfter } from './before-after.tsx';
import { HeldRule, isHeld, QualityChange } from './quality-change.tsx';
import type { RuleDraft } from './search-types.ts';

type Props = {
  title: string;
  /** The query that shows what it does. */
  q: string;
  /** null: of all branches. */
  branch: string | null;
  rule: RuleDraft;
  /** What it is called in a release. */
  part: { kind: PartKind; id: string };
  /** /api/admin/… of the publication. */
  path: string;
  onClose: () => void;
  onDone: () => void;
};

/** What a query will find once a draft of a rule or a pin is published: now, or with a release. */
export function PublishRuleDialog({ title, q, branch, rule, part, path, onClose, onDone }: Props) {
  const publishing = useVerb(onDone);
  const publish = (accepts_fall?: true) => publishing.run(path, { accepts_fall });
  const isHeldBack = isHeld(publishing.error);
  const [field] = Object.values(publishing.fields);
  return (
    <Dialog title={title} className="dialog-widest" onClose={onClose}>
      <div className="form">
        <p className="soft small">Пока это черновик, покупатели ищут без него.</p>
        <BeforeAfter q={q} add={rule} />
        {isHeldBack ? null : <QualityChange branch={branch} add={rule} />}
        <HeldRule
          error={publishing.error}
          words="Всё равно опубликовать"
          isBusy={publishing.isBusy}
          onAccept={() => publish(true)}
        />
        <Problem words={isHeldBack ? null : (field ?? publishing.problem)} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <IntoRelease {...part} />
          <Button kind="primary" isBusy={publishing.isBusy} onClick={() => publish()}>
            Опубликовать
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
