import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { IntoRelease } from '../releases/into-release.tsx';
import type { PartKind } from '../releases/release-words.ts';
import { PublishDialog } from './publish-dialog.tsx';

/** A way of taking something off the site; without a question it can be taken back and runs at once. */
export type Taking = {
  verb: 'recall' | 'close' | 'withdraw' | 'end';
  label: string;
  question?: { title: string; words: string; action: string };
};

type Props = {
  /** What it is called, in the heading of the dialog. */
  name: string;
  /** Its address in the calls; `/publish` and the verbs of `takings` stand under it. */
  path: string;
  /** A release may take it under this kind and id; null: none takes it. */
  release: { kind: PartKind; id: string } | null;
  isDraft: boolean;
  /** Whoever may not publish may still remove a draft. */
  mayPublish: boolean;
  /** Nothing is typed that the shop does not have yet. */
  isSaved: boolean;
  /** The words of the button that publishes; null: there is nothing to publish. */
  publishLabel: string | null;
  takings: readonly Taking[];
  /** It may be shown until a moment. */
  hasEnd?: boolean;
  /** What to know before publishing. */
  notes?: string[];
  /** What to know before a draft is removed. */
  removal?: string;
  /** Where a removed draft leaves the reader. */
  listPath: string;
};

/** Publishing one thing now, at a time or with a release; taking it back; removing a draft of it. */
export function PublicationActions(props: Props) {
  const { path, release, isDraft, mayPublish, isSaved, publishLabel, takings } = props;
  const [asked, setAsked] = useState<'publish' | 'remove' | Taking | null>(null);
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries();
  const atOnce = useVerb(refresh);
  const close = () => setAsked(null);
  const shown = mayPublish ? takings : [];
  return (
    <>
      {isDraft ? <Button onClick={() => setAsked('remove')}>Удалить черновик</Button> : null}
      {shown.map((taking) => (
        <Button
          key={taking.verb}
          isBusy={atOnce.isBusy}
          onClick={() => (taking.question ? setAsked(taking) : atOnce.run(`${path}/${taking.verb}`))}
        >
          {taking.label}
        </Button>
      ))}
      {isDraft && mayPublish && release ? <IntoRelease {...release} /> : null}
      {publishLabel && mayPublish ? (
        <Button
          kind="primary"
          disabled={!isSaved}
          title={isSaved ? undefined : 'Сначала сохраните изменения'}
          onClick={() => setAsked('publish')}
        >
          {publishLabel}
        </Button>
      ) : null}
      <Problem words={atOnce.problem} />
      {asked === 'publish' ? (
        <PublishDialog
          title={`Публикация: ${props.name}`}
          path={`${path}/publish`}
          hasEnd={props.hasEnd}
          notes={props.notes}
          onClose={close}
          onDone={refresh}
        />
      ) : asked === 'remove' ? (
        <RemoveDraft path={path} listPath={props.listPath} words={props.removal} onClose={close} />
      ) : asked?.question ? (
        <ConfirmDialog
          {...asked.question}
          run={(verb) => verb.run(`${path}/${asked.verb}`)}
          onClose={close}
          onDone={refresh}
        />
      ) : null}
    </>
  );
}

type RemoveProps = { path: string; listPath: string; words?: string; onClose: () => void };

/** The question before a draft that nobody has seen is removed. */
export function RemoveDraft({ path, listPath, onClose, words = '' }: RemoveProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const withBranch = useAddress();
  return (
    <ConfirmDialog
      title="Удалить черновик"
      words={`Его никто не видел, и вернуть его будет нельзя.${words && ` ${words}`}`}
      action="Удалить"
      run={(verb) => verb.run(path, undefined, 'DELETE')}
      onClose={onClose}
      onDone={() => {
        void navigate(withBranch(listPath));
        void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'record' });
      }}
    />
  );
}
