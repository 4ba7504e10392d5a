import { useQueryClient } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import { Button } from '../parts/button.tsx';
import { DomainCheck } from '../parts/domain-check.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useCan } from '../session/session.ts';
import type { BranchRecord } from './branch-types.ts';

type Props = { branch: BranchRecord; readiness: NonNullable<BranchRecord['readiness']> };

/** What a branch that is being prepared has and lacks, and opening it. */
export function OpenBranch({ branch, readiness }: Props) {
  const queries = useQueryClient();
  const open = useVerb(() => void queries.invalidateQueries());
  const canOpen = useCan('branches.create');
  const isReady = readiness.every(({ is_done: isDone }) => isDone);
  return (
    <section className="panel open-branch" aria-labelledby="readiness">
      <div className="panel-head">
        <h2 id="readiness">Готов ли филиал</h2>
      </div>
      <ul>
        {readiness.map(({ words, is_done: isDone }) => (
          <li key={words}>
            {isDone ? (
              <CircleCheck size={16} className="alarm-good" aria-hidden="true" />
            ) : (
              <Circle size={16} className="soft" aria-hidden="true" />
            )}
            {words}
            <span className="hidden-words">{isDone ? ': готово' : ': нет'}</span>
          </li>
        ))}
        <li className="soft">Домен должен вести на сервер магазина раньше, чем филиал появится в списке городов.</li>
      </ul>
      <DomainCheck branch={branch.id} name={branch.name} />
      <Problem words={open.problem} />
      {canOpen ? (
        <p className="form-actions">
          <Button
            kind="primary"
            disabled={!isReady}
            isBusy={open.isBusy}
            onClick={() => open.run(`/api/admin/branches/${branch.id}/open`)}
          >
            Открыть филиал
          </Button>
        </p>
      ) : null}
    </section>
  );
}
