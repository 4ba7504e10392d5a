import { useEffect } from 'react';
import { Button } from './button.tsx';

const shownMs = 10_000;

type Props = { words: string; isBusy: boolean; onUndo: () => void; onOver: () => void };

/** What was just taken away, and taking that back: for ten seconds. */
export function UndoNote({ words, isBusy, onUndo, onOver }: Props) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time begins with the words
  useEffect(() => {
    const timer = setTimeout(onOver, shownMs);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <p className="note" role="status">
      {words}
      <Button kind="text" size="small" isBusy={isBusy} onClick={onUndo}>
        Отменить
      </Button>
    </p>
  );
}
