import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { callOfDraft } from './draft-address.ts';
import type { OpenDraft } from './drafts-list.tsx';
import { draftPath, useDraftRefresh } from './waiting-draft.ts';

type Props = { draft: OpenDraft; to: string; onDone: (words: string) => void };

/** What may be done with a draft of the list without opening its record. */
export function DraftRowVerbs({ draft, to, onDone }: Props) {
  const { title, version } = draft;
  const [isAsked, setAsked] = useState(false);
  const refresh = useDraftRefresh();
  const base = draftPath(callOfDraft(draft));
  const publish = useVerb(() => {
    onDone(`Опубликовано: «${title}»`);
    refresh();
  });
  return (
    <div className="draft-row-verbs">
      <PageLink to={to} className="btn btn-plain btn-small">
        Открыть
      </PageLink>
      <Button size="small" onClick={() => setAsked(true)} aria-label={`Отклонить черновик «${title}»`}>
        Отклонить
      </Button>
      <Button
        kind="primary"
        size="small"
        isBusy={publish.isBusy}
        onClick={() => publish.run(`${base}/publish`, { version })}
        aria-label={`Опубликовать черновик «${title}»`}
      >
        Опубликовать
      </Button>
      <Problem words={publish.problem} />
      {isAsked ? (
        <ConfirmDialog
          title="Отклонить черновик"
          words={`«${title}»: набранное в черновике пропадёт, на сайте всё останется как сейчас.`}
          action="Отклонить черновик"
          run={(verb) => verb.run(`${base}/discard`, { version })}
          onClose={() => setAsked(false)}
          onDone={() => {
            onDone(`Отклонён черновик «${title}»`);
            refresh();
          }}
        />
      ) : null}
    </div>
  );
}
