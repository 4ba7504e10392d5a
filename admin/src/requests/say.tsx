import { useContext, useEffect, useRef, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/problem.tsx';
import { type Templates, useTemplates } from '../parts/use-templates.ts';
import { useVerb } from '../parts/use-verb.ts';
import { AwaitedKey, Writing } from './queue.tsx';

type Props = {
  label: string;
  hint: string;
  button: string;
  /** Where the words go, under this name. */
  path: string;
  name: 'text' | 'reason';
  /** How what is decided on stood when it was shown: sent along, so that nothing is decided over another's decision. */
  seen?: object;
  /** What the server calls it in its messages, when that is another name. */
  field?: string;
  /** Words that are often said: of which kind, and what is known of whom they are for. */
  templates: { kind: Templates['id']; values: Record<string, string | null> };
  /** Puts the cursor here. */
  hotKey?: string;
  isDanger?: boolean;
  onDone: () => void;
};

/** Words for somebody, and the button that sends them. */
export function Say(props: Props) {
  const { label, hint, button, path, name, seen, field = name, hotKey, isDanger, onDone } = props;
  const [text, setText] = useState('');
  const templates = useTemplates(props.templates.kind, props.templates.values);
  const area = useRef<HTMLTextAreaElement>(null);
  const awaited = useContext(AwaitedKey);
  useEffect(() => {
    if (hotKey && awaited === hotKey) area.current?.focus();
  }, [hotKey, awaited]);
  const write = useContext(Writing);
  const hasWords = text.trim() !== '';
  useEffect(() => {
    if (!hasWords) return;
    write(1);
    return () => write(-1);
  }, [hasWords, write]);
  const verb = useVerb(() => {
    setText('');
    onDone();
  });
  const error = verb.fields[field];
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        verb.run(path, { [name]: text, ...(seen && { seen }) });
      }}
    >
      <Field label={label} error={error} hint={hint}>
        {(given) => (
          <textarea
            {...given}
            ref={area}
            rows={3}
            data-key={hotKey}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      {templates.length > 0 ? (
        <p className="row-buttons">
          {templates.map((words) => (
            <Button
              key={words}
              size="small"
              onClick={() => setText((before) => (before ? `${before}\n${words}` : words))}
            >
              {words}
            </Button>
          ))}
        </p>
      ) : null}
      <Problem words={error ? null : verb.problem} />
      <div className="form-actions">
        <Button kind={isDanger ? 'danger' : 'plain'} type="submit" isBusy={verb.isBusy}>
          {button}
        </Button>
      </div>
    </form>
  );
}
