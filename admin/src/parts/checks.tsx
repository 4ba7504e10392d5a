import { Circle, CircleCheck, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';

type Check = { is_met: boolean; words: string };
type Props<One extends Check> = {
  checks: readonly One[];
  /** What is wrong need not be put right now. */
  isPutOff?: boolean;
  /** Where it is put right. */
  linkOf?: (check: One) => ReactNode;
};

/** What is right and what is to be put right, each with its mark. */
export function Checks<One extends Check>({ checks, isPutOff = false, linkOf }: Props<One>) {
  return (
    <ul className="findings">
      {checks.map((check) => (
        <li key={check.words}>
          <Mark isMet={check.is_met} isPutOff={isPutOff} />
          <span>
            <span className="hidden-words">{check.is_met ? 'Верно: ' : 'Исправить: '}</span>
            {check.words}
          </span>
          {linkOf?.(check)}
        </li>
      ))}
    </ul>
  );
}

function Mark({ isMet, isPutOff }: { isMet: boolean; isPutOff: boolean }) {
  if (isMet) return <CircleCheck size={16} className="alarm-good" aria-hidden="true" />;
  return isPutOff ? (
    <CircleDashed size={16} className="soft" aria-hidden="true" />
  ) : (
    <Circle size={16} className="alarm-bad" aria-hidden="true" />
  );
}
