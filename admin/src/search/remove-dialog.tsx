import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { BeforeAfter } from './before-after.tsx';
import { HeldRule, isHeld, QualityChange } from './quality-change.tsx';
import type { RuleKind } from './search-types.ts';

type Props = {
  title: string;
  /** The query that shows what is lost. */
  q: string;
  /** null: of all branches. */
  branch: string | null;
  remove: { kind: RuleKind | 'pin'; id: number };
  /** /api/admin/… of the removal. */
  path: string;
  /** Of the button, and of the one that accepts a fall of the quality. */
  words: { button: string; held: string };
  onClose: () => void;
  onDone: () => void;
};

/** What a query will find without a rule or a pin, before it is taken away. */
export function RemoveDialog({ title, q, branch, remove, path, words, onClose, onDone }: Props) {
  const taking = useVerb(onDone);
  const take = (accepts_fall?: true) => taking.run(path, { accepts_fall });
  const isHeldBack = isHeld(taking.error);
  return (
    <Dialog title={title} className="dialog-widest" onClose={onClose}>
      <div className="form">
        <BeforeAfter q={q} remove={remove} />
        {isHeldBack ? null : <QualityChange branch={branch} remove={remove} />}
        <HeldRule error={taking.error} words={words.held} isBusy={taking.isBusy} onAccept={() => take(true)} />
        <Problem words={isHeldBack ? null : taking.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Оставить</Button>
          <Button kind="danger" isBusy={taking.isBusy} onClick={() => take()}>
            {words.button}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
