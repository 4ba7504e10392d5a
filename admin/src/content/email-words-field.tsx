import { RotateCcw, TriangleAlert } from 'lucide-react';
import { useId, useRef } from 'react';
import { countOf } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import type { EmailPreview, EmailTexts } from './content-types.ts';
import { emailWords } from './content-words.ts';

type Part = EmailTexts['parts'][number];

type Props = {
  part: Part;
  /** null: what stands behind. */
  value: string | null;
  onChange: (text: string | null) => void;
  error: string | undefined;
  problems: EmailPreview['problems'];
};

/** The words of one part: what is said now, what is wrong with it, what may be put in, and the way back. */
export function EmailWordsField({ part, value, onChange, error, problems }: Props) {
  const id = useId();
  const place = useRef<HTMLTextAreaElement>(null);
  const { part: name, behind, placeholders } = part;
  const label = emailWords[name];
  const text = value ?? behind.text;
  const isTitle = name === 'subject' || name === 'heading';
  const refusal = error ?? problems.find(({ is_refused: isRefused }) => isRefused)?.words;
  function type(typed: string) {
    // A title has one line.
    const next = isTitle ? typed.replace(/[\r\n]+/g, ' ') : typed;
    onChange(next === behind.text ? null : next);
  }
  function put(placeholder: string) {
    const node = place.current;
    const [from, until] = [node?.selectionStart ?? text.length, node?.selectionEnd ?? text.length];
    type(`${text.slice(0, from)}{${placeholder}}${text.slice(until)}`);
    node?.focus();
  }
  return (
    <div className="checked-field">
      <label htmlFor={id}>{label}</label>
      <textarea
        ref={place}
        id={id}
        rows={isTitle ? 2 : 4}
        value={text}
        placeholder={isTitle ? '' : 'Пусто: здесь письмо ничего не говорит'}
        aria-invalid={refusal ? true : undefined}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => type(target.value)}
      />
      <div id={`${id}-note`}>
        {refusal ? <p className="field-error small">{refusal}</p> : null}
        <p className="soft small">{noteOf(part, value)}</p>
        <ul className="field-findings small">
          {problems
            .filter(({ is_refused: isRefused }) => !isRefused)
            .map(({ words }) => (
              <li key={words}>
                <TriangleAlert size={12} aria-hidden="true" />
                {words}
              </li>
            ))}
        </ul>
      </div>
      <div className="words-tools">
        {placeholders.length > 0 ? (
          <fieldset className="words-chips">
            <legend className="hidden-words">Подставить в «{label}»</legend>
            {placeholders.map(({ name: placeholder, hint }) => (
              <button key={placeholder} type="button" className="chip" title={hint} onClick={() => put(placeholder)}>
                {`{${placeholder}}`}
              </button>
            ))}
          </fieldset>
        ) : null}
        {value === null ? null : (
          <Button
            size="small"
            icon={<RotateCcw size={14} aria-hidden="true" />}
            aria-label={`Вернуть ${behind.is_own ? 'общие' : 'встроенные'} слова: ${label}`}
            onClick={() => onChange(null)}
          >
            {behind.is_own ? 'Вернуть общие слова' : 'Вернуть встроенные слова'}
          </Button>
        )}
      </div>
    </div>
  );
}

function noteOf({ behind, longest }: Part, value: string | null): string {
  if (value !== null) return `${countOf(value.length, 'знак', 'знака', 'знаков')} из ${longest}`;
  return behind.is_own ? 'Общие слова всех филиалов' : 'Встроенные слова';
}
