import { useEffect } from 'react';
import { countOf } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import type { Release } from './release-words.ts';

type Note = { words: string };
type Checked = { refusals: Note[]; collisions: Note[]; doubts: Note[]; search: Note[] };

type Props = { release: Release; onClose: () => void; onDone: () => void };

/** What would refuse, collide or read badly; then the release is published, whole or not at all. */
export function PublishReleaseDialog({ release, onClose, onDone }: Props) {
  const path = `/api/admin/releases/${release.id}`;
  const check = useVerb<Checked>(() => {});
  const publish = useVerb(() => {
    onClose();
    onDone();
  });
  const { run } = check;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is checked once, when the window opens
  useEffect(() => run(`${path}/check`, {}), []);
  const found = check.answer;
  /** The search will answer worse; that is said above the button. */
  const isWorse = (found?.search.length ?? 0) > 0;
  return (
    <Dialog title={`Публикация: ${release.name}`} className="dialog-wide" onClose={onClose}>
      <div className="form">
        {check.isBusy ? <Skeleton rows={4} /> : null}
        {check.error ? <LoadFailure error={check.error} retry={() => run(`${path}/check`, {})} /> : null}
        {found ? (
          <>
            <Found
              title="Не дадут опубликовать"
              none="Публикации ничего не мешает."
              found={found.refusals}
              tone="note-bad"
            />
            <Found title="Столкновения" none="Ни с чем не сталкивается." found={found.collisions} tone="" />
            <Found title="Замечания к текстам" none="К текстам замечаний нет." found={found.doubts} tone="" />
            {found.search.length > 0 ? <Found title="Поиск" none="" found={found.search} tone="note-bad" /> : null}
            <p>{`${countOf(release.parts.length, 'запись опубликуется', 'записи опубликуются', 'записей опубликуются')} вместе: или все, или ни одной.`}</p>
          </>
        ) : null}
        <Problem words={publish.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button
            kind="primary"
            isBusy={publish.isBusy}
            disabled={!found || found.refusals.length > 0}
            onClick={() =>
              publish.run(`${path}/publish`, {
                seen: release.parts.map(({ kind, id }) => ({ kind, id })),
                accepts_fall: isWorse,
              })
            }
          >
            {isWorse ? 'Всё равно опубликовать' : 'Опубликовать сейчас'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

type FoundProps = { title: string; none: string; found: Note[]; tone: string };

function Found({ title, none, found, tone }: FoundProps) {
  if (found.length === 0) return <p className="soft">{none}</p>;
  return (
    <section className={`note release-notes ${tone}`.trim()} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {found.map(({ words }) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </section>
  );
}
