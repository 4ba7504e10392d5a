import { useEffect, useRef } from 'react';
import { formatCount } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/problem.tsx';
import { Skeleton } from '../parts/states.tsx';
import { JobProgress } from './job-progress.tsx';
import { LeftWords } from './left-words.tsx';
import { type OnecJob, useOnecJob } from './use-onec-job.ts';

type Props = { path: string; id: number; onClose: () => void; onDone: () => void };

/** What taking the package back would restore and what stays, before anything is done. */
export function RollbackDialog({ path, id, onClose, onDone }: Props) {
  const preview = useOnecJob(() => {});
  const rollback = useOnecJob(onDone);
  const look = () => preview.run(`${path}/rollback-preview`);
  const begin = useRef(look);
  useEffect(() => begin.current(), []);
  const plan = preview.done?.rollback;
  return (
    <Dialog title={`Откат пакета № ${id}`} onClose={onClose}>
      <div className="form">
        {preview.isBusy ? (
          <>
            <JobProgress words={preview.progress || 'Сравниваем с тем, что есть'} />
            <Skeleton rows={3} />
          </>
        ) : null}
        {plan ? <Plan plan={plan} /> : null}
        {rollback.isBusy ? <JobProgress words={rollback.progress || 'Откат начат'} /> : null}
        <Problem words={preview.problem ?? rollback.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>{rollback.isBusy ? 'Закрыть' : 'Не откатывать'}</Button>
          {preview.problem ? (
            <Button onClick={look}>Повторить</Button>
          ) : (
            <Button
              kind="danger"
              isBusy={rollback.isBusy}
              disabled={!plan}
              onClick={() => rollback.run(`${path}/rollback`)}
            >
              Откатить
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function Plan({ plan }: { plan: NonNullable<OnecJob['rollback']> }) {
  return (
    <>
      <p>
        Станут, как были до пакета: товары {formatCount(plan.goods)}, цены {formatCount(plan.prices)}, остатки{' '}
        {formatCount(plan.stock)}, группы {formatCount(plan.groups)}.
        {plan.created_off > 0 ? ` Новые товары пакета выключатся: ${formatCount(plan.created_off)}.` : ''}
      </p>
      {plan.left > 0 ? (
        <>
          <p>Останется, как изменили после пакета: {formatCount(plan.left)}.</p>
          <LeftWords left={plan.left} words={plan.words} />
        </>
      ) : null}
      <p className="note">
        Сначала исправьте данные в 1С или выключите узел: 1С не знает об откате и пришлёт то же самое ещё раз.
      </p>
    </>
  );
}
