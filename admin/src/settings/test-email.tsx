import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';

/** Sends an email to whoever presses; `onDone`: it is on its way. */
export function TestEmail({ onDone }: { onDone: () => void }) {
  const test = useVerb<{ to: string }>(onDone);
  return (
    <>
      <Button size="small" isBusy={test.isBusy} onClick={() => test.run('/api/admin/first-run/test-email')}>
        Пробное письмо себе
      </Button>
      {test.answer ? (
        <span className="soft small" role="status">
          Письмо отправляется на {test.answer.to}
        </span>
      ) : null}
      <Problem words={test.problem} />
    </>
  );
}
