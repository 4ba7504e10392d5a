import { useState } from 'react';
import { countOf } from '#shared/plurals.ts';
import { useUsualBranch } from '../parts/branch-field.tsx';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { idempotencyKey, RequestError, request } from '../request.ts';
import type { Proposal } from './search-types.ts';

type Props = { chosen: string[]; proposalOf: (words: string) => Proposal | undefined; onDone: () => void };

/** What can be done with the marked queries at once. */
export function MissesBulk({ chosen, proposalOf, onDone }: Props) {
  const branch = useUsualBranch();
  const decide = useVerb(onDone);
  const [isAccepting, setAccepting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (chosen.length === 0) return null;
  const proposed = chosen.flatMap((words) => proposalOf(words) ?? []);

  async function accept() {
    setAccepting(true);
    setProblem(null);
    let at = '';
    try {
      for (const { kind, words, means } of proposed) {
        at = words;
        await request('/api/admin/search-rules', {
          method: 'POST',
          body: { kind, words, means, department_id_1c: branch, answers: words },
          headers: { 'Idempotency-Key': idempotencyKey() },
        });
      }
      onDone();
    } catch (error) {
      setProblem(error instanceof RequestError ? `«${at}»: ${error.message}` : 'Не получилось. Повторите');
    } finally {
      setAccepting(false);
    }
  }

  return (
    <div className="bulk">
      <b>{countOf(chosen.length, 'запрос', 'запроса', 'запросов')}</b>
      {proposed.length > 0 ? (
        <Button size="small" isBusy={isAccepting} onClick={() => void accept()}>
          {`Принять предложенное: ${proposed.length}`}
        </Button>
      ) : null}
      <Button
        size="small"
        isBusy={decide.isBusy}
        onClick={() => decide.run('/api/admin/search-misses/decide', { words: chosen, decision: 'hidden' })}
      >
        Скрыть
      </Button>
      <Button
        size="small"
        isBusy={decide.isBusy}
        onClick={() => decide.run('/api/admin/search-misses/decide', { words: chosen, decision: 'not_sold' })}
      >
        Не продаём
      </Button>
      <Problem words={problem ?? decide.problem} />
    </div>
  );
}
