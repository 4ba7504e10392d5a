import { Button } from '../parts/button.tsx';
import type { RecordForm } from '../record/use-record.ts';
import { useWaitingDraft } from './waiting-draft.ts';

/** What is typed waits as a draft instead of being saved: the site stays as it is. */
export function SaveAsDraft({ form, path }: { form: RecordForm<unknown>; path: string }) {
  const { draft, isRead } = useWaitingDraft(path, true);
  return (
    <Button disabled={!isRead || form.isBusy} onClick={() => void form.saveAsDraft(draft?.version ?? null)}>
      {draft ? 'Добавить в черновик' : 'Отложить в черновик'}
    </Button>
  );
}
