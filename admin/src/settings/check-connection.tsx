import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/problem.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';

/** Asks the partner whether it answers and takes the key. */
export function CheckConnection({ id, name }: { id: string; name: string }) {
  const check = useVerb<{ is_met: boolean; words: string }>(() => {});
  const { answer } = check;
  return (
    <>
      <Button
        size="small"
        aria-label={`Проверить: ${name}`}
        isBusy={check.isBusy}
        onClick={() => check.run(`/api/admin/connections/${id}/check`, {})}
      >
        Проверить
      </Button>
      {answer ? (
        <span className="small" role="status">
          <Tag tone={answer.is_met ? 'good' : 'bad'}>{answer.is_met ? 'работает' : 'не работает'}</Tag> {answer.words}
        </span>
      ) : null}
      <Problem words={check.problem} />
    </>
  );
}
