import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { MomentInput } from '../parts/moment-field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';

type Props = {
  title: string;
  path: string;
  /** It may be shown until a moment. */
  hasEnd?: boolean;
  /** What to know before. */
  notes?: string[];
  onClose: () => void;
  onDone: () => void;
};

/** Now or at a time to come. */
export function PublishDialog({ title, path, hasEnd = false, notes = [], onClose, onDone }: Props) {
  const [isLater, setLater] = useState(false);
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const publish = useVerb(() => {
    onClose();
    onDone();
  });
  const atFields = ['published_at', 'ends_at'];
  const other = Object.entries(publish.fields).find(([name]) => !atFields.includes(name))?.[1];
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          publish.run(path, { published_at: isLater ? from : null, ...(hasEnd && { ends_at: to }) });
        }}
      >
        {notes.map((note) => (
          <p key={note} className="note">
            {note}
          </p>
        ))}
        <fieldset className="checks">
          <legend>Когда</legend>
          <label className="check">
            <input type="radio" name="when" checked={!isLater} onChange={() => setLater(false)} />
            Сейчас
          </label>
          <label className="check">
            <input type="radio" name="when" checked={isLater} onChange={() => setLater(true)} />К сроку
          </label>
        </fieldset>
        {isLater ? (
          <Field label="День и время" error={publish.fields.published_at} hint="По московским часам">
            {(given) => <MomentInput given={given} value={from} onChange={setFrom} />}
          </Field>
        ) : null}
        {hasEnd ? (
          <Field label="Снять" error={publish.fields.ends_at} hint="Оставьте пустым, если срока нет">
            {(given) => <MomentInput given={given} value={to} onChange={setTo} />}
          </Field>
        ) : null}
        <Problem words={publish.problem === null ? null : (other ?? publish.problem)} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={publish.isBusy} disabled={isLater && from === null}>
            {isLater ? 'Назначить' : 'Опубликовать'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
