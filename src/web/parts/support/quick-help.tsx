import './quick-help.css';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { BranchCall } from '#web/parts/maps/open-now.tsx';
import { deferred } from '#web/ui/deferred.tsx';

const CallBranch = deferred(() => import('#web/parts/maps/open-now.tsx').then((loaded) => loaded.CallBranch));

export type WrittenAnswer = { url: string; words: string };

type QuickHelpProps = {
  call: BranchCall;
  /** Pages where the answer to most of what is asked stands already. */
  answers: readonly WrittenAnswer[];
  className?: string;
  /** Below the answers. */
  children?: ReactNode;
};

/** Beside a request: who answers at once, and where an answer may stand already. */
export function QuickHelp({ call, answers, className = '', children }: QuickHelpProps) {
  return (
    <aside className={`quickhelp ${className}`} aria-label="Быстрая помощь">
      {call.phone ? (
        <div>
          <h2 className="h3">По телефону быстрее</h2>
          <CallBranch call={call} />
        </div>
      ) : null}
      <div>
        <h2 className="h3">Частые вопросы</h2>
        <ul>
          {answers.map(({ url, words }) => (
            <li key={url}>
              <Link className="link" to={url}>
                {words}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      {children}
    </aside>
  );
}
