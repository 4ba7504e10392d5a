import { useQueryClient } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import { Fragment } from 'react';
import { useSearchParams } from 'react-router';
import { lowerFirst } from '#shared/lower-first.ts';
import { Button } from '../parts/button.tsx';
import { DomainCheck } from '../parts/domain-check.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useCan } from '../session/session.ts';
import type { BranchRecord } from './branch-types.ts';

type Props = { branch: BranchRecord };

/** What a branch that is being prepared has and lacks, and opening it. */
export function OpenBranch({ branch }: Props) {
  const queries = useQueryClient();
  const open = useVerb(() => void queries.invalidateQueries());
  const canOpen = useCan('branches.create');
  const { readiness } = branch;
  const isReady = readiness.every(({ is_done: isDone, is_needed: isNeeded }) => isDone || !isNeeded);
  return (
    <section className="panel open-branch" aria-labelledby="readiness">
      <div className="panel-head">
        <h2 id="readiness">Готов ли филиал</h2>
      </div>
      <ul>
        {readiness.map(({ words, is_done: isDone, is_needed: isNeeded, part }) => (
          <li key={words}>
            {isDone ? (
              <CircleCheck size={16} className="alarm-good" aria-hidden="true" />
            ) : (
              <Circle size={16} className="soft" aria-hidden="true" />
            )}
            {isDone ? words : <WayTo branch={branch} part={part} words={words} />}
            {isNeeded ? null : <span className="soft">можно потом</span>}
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

type WayProps = Props & { part: BranchRecord['readiness'][number]['part']; words: string };

/** To the tab where something of a branch is filled in; the words alone where that is the one that is open. */
function WayTo({ branch: { id }, part, words }: WayProps) {
  const [search] = useSearchParams();
  if ((search.get('tab') ?? 'main') === part) return words;
  return <PageLink to={`/branches/${id}${part === 'main' ? '' : `?tab=${part}`}`}>{words}</PageLink>;
}

/** Of an open branch: what buyers still miss there, each leading to where it is filled in. */
export function BranchLacks({ branch }: Props) {
  const { readiness } = branch;
  const lacking = readiness.filter(({ is_done: isDone }) => !isDone);
  if (lacking.length === 0) return null;
  return (
    <p className="note">
      <span>
        Заполнено {readiness.length - lacking.length} из {readiness.length}. Нет:{' '}
        {lacking.map(({ words, part }, at) => (
          <Fragment key={words}>
            {at > 0 ? ', ' : null}
            <WayTo branch={branch} part={part} words={lowerFirst(words)} />
          </Fragment>
        ))}
        .
      </span>
    </p>
  );
}
