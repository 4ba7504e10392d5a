import { type ReactNode, useEffect } from 'react';
import { countOf } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/problem.tsx';
import type { RecordForm } from './use-record.ts';

type Props = {
  form: RecordForm<unknown>;
  /** Of a record that is on the site: what is typed may wait as a draft. */
  asDraft?: ReactNode;
};

/** Under a form: whether it is saved, and saving; Ctrl S does the same. */
export function SaveBar({ form, asDraft }: Props) {
  const { changed, save, undo, isBusy, savedAt, isRestored, problem } = form;
  useSaveKey(() => void save());
  const isChanged = changed.length > 0;
  return (
    <div className="save-bar">
      <Problem words={problem} />
      <p className="soft" aria-live="polite">
        {isChanged ? changedWords(changed.length, isRestored) : savedWords(savedAt)}
      </p>
      {isChanged ? (
        <Button onClick={undo} disabled={isBusy}>
          Вернуть как было
        </Button>
      ) : null}
      {isChanged ? asDraft : null}
      <Button kind="primary" isBusy={isBusy} disabled={!isChanged} onClick={() => void save()}>
        {isBusy ? 'Сохраняем…' : 'Сохранить'}
      </Button>
    </div>
  );
}

function changedWords(count: number, isRestored: boolean): string {
  const words = `Не сохранено: ${countOf(count, 'поле', 'поля', 'полей')}`;
  return isRestored ? `${words}. Мы вернули то, что вы набрали раньше` : words;
}

function savedWords(savedAt: Date | null): string {
  if (!savedAt) return '';
  return `Сохранено в ${savedAt.toLocaleTimeString('ru-RU', { hour: '2-digit', minute: '2-digit' })}`;
}

function useSaveKey(save: () => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.code !== 'KeyS') return;
      event.preventDefault();
      save();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
}
