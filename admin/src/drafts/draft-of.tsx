import type { RecordForm } from '../record/use-record.ts';
import type { FieldWords } from '../record/values.ts';
import type { DraftedResource } from './draft-address.ts';
import { DraftPanel } from './draft-panel.tsx';

type Props = {
  form: RecordForm<unknown>;
  path: string;
  resource: DraftedResource;
  words: FieldWords;
  /** The person may change the record. */
  isOn: boolean;
};

/** The draft that waits over the record of a form. */
export function DraftOf({ form, path, resource, words, isOn }: Props) {
  return (
    <DraftPanel
      path={path}
      resource={resource}
      words={words}
      current={form.saved}
      isOn={isOn}
      onEdit={form.fill}
      onPublished={form.reload}
    />
  );
}
