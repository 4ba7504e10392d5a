import { TriangleAlert } from 'lucide-react';
import { useId, useRef } from 'react';
import { countOf } from '#shared/plurals.ts';
import { type SeoPlaceholder, seoFieldWords, seoLimits, seoPlaceholders } from '#shared/seo-kinds.ts';
import type { SeoField, SeoProblem, SeoRecord } from './seo-types.ts';

type Props = {
  field: SeoField;
  value: string;
  onChange: (text: string) => void;
  inherited: SeoRecord['inherited'][SeoField];
  placeholders: SeoPlaceholder[];
  error: string | undefined;
  problems: SeoProblem[];
};

const sources = {
  page: 'общий текст этой страницы',
  kind_branch: 'шаблон вида в этом филиале',
  kind: 'шаблон вида',
  built_in: 'встроенный',
} as const;

const limits: Partial<Record<SeoField, number>> = seoLimits;

/** A template with what it falls back to, its length, what is wrong, and the placeholders to put in. */
export function TextField({ field, value, onChange, inherited, placeholders, error, problems }: Props) {
  const id = useId();
  const place = useRef<HTMLTextAreaElement>(null);
  const limit = limits[field];
  function put(name: string) {
    const node = place.current;
    const [from, until] = [node?.selectionStart ?? value.length, node?.selectionEnd ?? value.length];
    onChange(`${value.slice(0, from)}{${name}}${value.slice(until)}`);
    node?.focus();
  }
  return (
    <div className="checked-field">
      <label htmlFor={id}>{seoFieldWords[field]}</label>
      <textarea
        ref={place}
        id={id}
        rows={field === 'text' ? 6 : field === 'description' ? 3 : 2}
        value={value}
        placeholder={inherited?.text.slice(0, 300) ?? ''}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        // A title has one line.
        onChange={({ target }) => onChange(field === 'text' ? target.value : target.value.replace(/[\r\n]+/g, ' '))}
      />
      <div id={`${id}-note`}>
        {error ? <p className="field-error small">{error}</p> : null}
        <p className="soft small">
          {value === ''
            ? inherited
              ? `Пусто: ${sources[inherited.source]} — «${inherited.text.replace(/<[^>]*>/g, '').slice(0, 120)}»`
              : 'Пусто: на странице ничего не стоит'
            : `${countOf(value.length, 'знак', 'знака', 'знаков')} в шаблоне${limit ? `, на странице — до ${limit}` : ''}`}
        </p>
        {problems.length > 0 ? (
          <ul className="field-findings small">
            {problems.map(({ code, words }) => (
              <li key={`${code} ${words}`}>
                <TriangleAlert size={12} aria-hidden="true" />
                {words}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      <fieldset className="placeholders">
        <legend className="hidden-words">Подставить в «{seoFieldWords[field]}»</legend>
        {placeholders.map((name) => (
          <button key={name} type="button" className="chip" title={seoPlaceholders[name]} onClick={() => put(name)}>
            {`{${name}}`}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
