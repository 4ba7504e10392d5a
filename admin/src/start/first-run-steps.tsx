import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Checks } from '../parts/checks.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { Tag, type Tone } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { sections } from '../sections.ts';
import { DomainChecks } from './domain-checks.tsx';
import { RemovalDialog } from './removal-dialog.tsx';
import type { Step } from './use-first-run.ts';

const stateWords: Record<Step['state'], { words: string; tone: Tone }> = {
  done: { words: 'пройден', tone: 'good' },
  todo: { words: 'не пройден', tone: 'warn' },
  skipped: { words: 'отложен', tone: 'plain' },
};

/** The steps in their order; the first that is not passed is open. */
export function FirstRunSteps({ steps }: { steps: readonly Step[] }) {
  const first = steps.find(({ state }) => state === 'todo')?.key;
  return (
    <ol className="start-steps">
      {steps.map((step, at) => (
        <li key={step.key} className="panel">
          <StepPanel step={step} number={at + 1} isFirst={step.key === first} steps={steps} />
        </li>
      ))}
    </ol>
  );
}

type PanelProps = { step: Step; number: number; isFirst: boolean; steps: readonly Step[] };

function StepPanel({ step, number, isFirst, steps }: PanelProps) {
  const { key, title, lead, state, checks } = step;
  const { words, tone } = stateWords[state];
  return (
    <details open={isFirst}>
      <summary>
        <span className="start-number num" aria-hidden="true">
          {number}
        </span>
        <h2>{title}</h2>
        <Tag tone={tone}>{words}</Tag>
      </summary>
      <div className="start-body">
        <p className="soft">{lead}</p>
        <Checks checks={checks} isPutOff={state === 'skipped'} linkOf={sectionLink} />
        <StepActions step={step} isLast={steps.every((other) => other.key === key || other.state !== 'todo')} />
      </div>
    </details>
  );
}

function sectionLink({ link }: Step['checks'][number]) {
  const section = link === null ? undefined : sections.find(({ path }) => link.startsWith(path));
  return link && section ? <PageLink to={link}>{section.label}</PageLink> : null;
}

/** What may be done on this page itself: the rest is done where the links lead. */
function StepActions({ step, isLast }: { step: Step; isLast: boolean }) {
  const { key, state, may_be_skipped: maySkip } = step;
  const queries = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const verb = useVerb<{ to?: string }>(({ to = null }) => {
    setSentTo(to);
    void queries.invalidateQueries();
  });
  const isSkipped = state === 'skipped';
  return (
    <>
      {key === 'domain' ? <DomainChecks /> : null}
      <Problem words={verb.problem} />
      {sentTo ? <p role="status">Письмо отправлено: {sentTo}. Что с ним стало, покажет проверка.</p> : null}
      <div className="form-actions">
        {key === 'mail' ? (
          <Button kind="primary" isBusy={verb.isBusy} onClick={() => verb.run('/api/admin/first-run/test-email')}>
            Отправить пробное письмо
          </Button>
        ) : null}
        {key === 'demonstration' && state !== 'done' ? (
          <Button kind="primary" onClick={() => setRemoving(true)}>
            Посмотреть, что уйдёт
          </Button>
        ) : null}
        {key === 'opening' && state !== 'done' ? (
          <Button
            kind="primary"
            isBusy={verb.isBusy}
            disabled={!isLast}
            onClick={() => verb.run('/api/admin/first-run/open')}
          >
            Открыть магазин
          </Button>
        ) : null}
        {maySkip && state !== 'done' ? (
          <Button
            isBusy={verb.isBusy}
            onClick={() => verb.run(`/api/admin/first-run/steps/${key}/skip`, { is_skipped: !isSkipped })}
          >
            {isSkipped ? 'Вернуться к шагу' : 'Отложить'}
          </Button>
        ) : null}
      </div>
      {isRemoving ? <RemovalDialog onClose={() => setRemoving(false)} /> : null}
    </>
  );
}
