import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useVerb } from './use-verb.ts';

/**
 * Ending a printed code, by POST of `path`/id/end, and letting it lead on again, by POST of `path`/id/resume with what
 * `toResume` says of it.
 */
export function useCodeEnding<Code extends { id: string }>(
  path: string,
  toResume: (code: Code) => object = () => ({}),
) {
  const queries = useQueryClient();
  const reload = () => void queries.invalidateQueries();
  const [ended, setEnded] = useState<Code | null>(null);
  const end = useVerb(reload);
  const resume = useVerb(() => {
    setEnded(null);
    reload();
  });
  return {
    /** What has just ended, while that may be taken back. */
    ended: end.answer && !end.isBusy ? ended : null,
    isBusy: end.isBusy || resume.isBusy,
    problem: end.problem ?? resume.problem,
    end: (code: Code) => {
      setEnded(code);
      end.run(`${path}/${code.id}/end`);
    },
    resume: (code: Code) => resume.run(`${path}/${code.id}/resume`, toResume(code)),
    forget: () => setEnded(null),
  };
}
