import { useEffect, useRef, useState } from 'react';
import { useEvery } from '../events/live.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { useVerb } from '../parts/use-verb.ts';

export type OnecJob = Got<'/api/admin/onec-jobs/{id}'>;

/**
 * Long work of the exchange, from the call that asks for it to its end. `under`: a job that was asked for before this
 * screen was opened. `onDone` is called once, when it was done.
 */
export function useOnecJob(onDone: (job: OnecJob) => void, under: number | null = null) {
  const [asked, setAsked] = useState<number | null>(null);
  const often = useEvery(700, 15_000);
  const verb = useVerb<{ job: number }>(({ job }) => setAsked(job));
  const id = asked ?? under;
  const [over, setOver] = useState<number | null>(null);
  const { data, error } = useGot<OnecJob>(`/api/admin/onec-jobs/${id}`, {
    isOn: id !== null,
    every: id !== over && often,
  });
  const job = data?.id === id ? data : undefined;
  const isOver = job !== undefined && job.state !== 'waiting' && job.state !== 'running';
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    if (!isOver || over === job.id) return;
    setOver(job.id);
    if (job.state === 'done') done.current(job);
  }, [isOver, job, over]);
  const lost = error && !job ? 'Не узнать, как идёт работа: нет связи с магазином' : null;
  return {
    run: verb.run,
    isBusy: verb.isBusy || (id !== null && !isOver),
    /** What is being done now. */
    progress: isOver ? '' : (job?.progress ?? ''),
    problem: verb.problem ?? (isOver ? job.reason : lost),
    done: job?.state === 'done' ? job : null,
  };
}
