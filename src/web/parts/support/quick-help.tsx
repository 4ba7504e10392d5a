import { type BranchCall, CallBranch } from '#web/parts/maps/open-now.tsx';
import { Link } from '#web/ui/link.tsx';

type QuickHelpProps = {
  call: BranchCall;
  /** Pages where the answer to most of what is asked stands already. */
  answers: readonly { url: string; words: string }[];
};

/**
 * Beside a request, in an `aside` of the class `quickhelp`: who answers at once, and where an answer may stand already.
 * Its sheet is `forms.css`.
 */
export function QuickHelp({ call, answers }: QuickHelpProps) {
  return (
    <>
      {call.phone ? (
        <div>
          {/* When it is closed, the line under the number says from when. */}
          <h2 className="h3">{call.is_open ? 'По телефону быстрее' : 'По телефону'}</h2>
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
    </>
  );
}
