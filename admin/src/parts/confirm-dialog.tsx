import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Problem } from './problem.tsx';
import { useVerb } from './use-verb.ts';

type ConfirmProps = {
  title: string;
  words: string;
  action: string;
  run: (verb: ReturnType<typeof useVerb>) => void;
  onClose: () => void;
  onDone: () => void;
};

/** A question before what cannot be taken back. */
export function ConfirmDialog({ title, words, action, run, onClose, onDone }: ConfirmProps) {
  const verb = useVerb(() => {
    onClose();
    onDone();
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="form">
        <p>{words}</p>
        <Problem words={verb.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Оставить</Button>
          <Button kind="danger" isBusy={verb.isBusy} onClick={() => run(verb)}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
