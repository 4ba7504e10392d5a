import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Problem } from './problem.tsx';
import { useVerb } from './use-verb.ts';

type Props = {
  /** /api/admin/… of the call. */
  path: string;
  /** The button's name, told from those of other rows. */
  label: string;
  icon?: ReactNode;
  children: ReactNode;
};

/** A call of one row of a list: it is busy by itself, and what the server refused is said beside it. */
export function RowVerb({ path, label, icon, children }: Props) {
  const queries = useQueryClient();
  const verb = useVerb(() => void queries.invalidateQueries());
  return (
    <>
      <Button size="small" icon={icon} aria-label={label} isBusy={verb.isBusy} onClick={() => verb.run(path)}>
        {children}
      </Button>
      <Problem words={verb.problem} />
    </>
  );
}
