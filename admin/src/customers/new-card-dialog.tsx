import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';

type Props = {
  title: string;
  /** What will happen. */
  words: string;
  label: string;
  path: string;
  body?: object;
  onClose: () => void;
};

/** Hands a card out, or another one in place of a lost one; its code is shown here once. */
export function NewCardDialog({ title, words, label, path, body = {}, onClose }: Props) {
  const queries = useQueryClient();
  const make = useVerb<{ number: string; code: string }>(() => undefined);
  const { answer } = make;
  function close() {
    if (answer) void queries.invalidateQueries();
    onClose();
  }
  return (
    <Dialog title={title} onClose={close}>
      <div className="form">
        {answer ? (
          <>
            <p>
              Номер карты <b className="num">{answer.number}</b>, код <b className="num">{answer.code}</b>
            </p>
            <p className="soft">Код показан один раз: назовите его покупателю. Позже узнать его будет негде.</p>
          </>
        ) : (
          <p>{words}</p>
        )}
        <Problem words={make.problem} />
        <div className="form-actions">
          <Button onClick={close}>{answer ? 'Готово' : 'Закрыть'}</Button>
          {answer ? null : (
            <Button kind="primary" isBusy={make.isBusy} onClick={() => make.run(path, body)}>
              {label}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
