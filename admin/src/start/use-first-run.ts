import { type Got, useGot } from '../parts/got.ts';

export type FirstRun = Got<'/api/admin/first-run'>;
export type Step = FirstRun['steps'][number];
export type Removal = Got<'/api/admin/first-run/demonstration'>;

const everyMs = 30_000;

/** The steps as they stand now; what is put right elsewhere is seen by itself. */
export function useFirstRun(isOn = true) {
  return useGot<FirstRun>('/api/admin/first-run', { every: everyMs, isOn });
}
