import type { RecordForm } from '../record/use-record.ts';
import type { FieldWords } from '../record/values.ts';
import { DraftPanel } from './draft-panel.tsx';

type Props = {
  form: RecordForm<unknown>;
  path: string;
  words: FieldWords;
  /** The person may change the record. */
  isOn: boolean;
};

/** The draft that waits over the record of a form. */
export function DraftOf({ form, path, words, isOn }: Props) {
  return (
    <DraftPanel
      path={path}
      words={words}
      current={form.saved}
      isOn={isOn}
      onEdit={form.fill}
      onPublished={form.reload}
    />
  );
}
