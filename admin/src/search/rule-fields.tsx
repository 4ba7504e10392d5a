import { Field } from '../parts/field.tsx';
import type { RuleDraft } from './search-types.ts';

type Props = { draft: RuleDraft; onChange: (draft: RuleDraft) => void; errors: Record<string, string> };

/** The words of a rule. */
export function RuleFields({ draft, onChange, errors }: Props) {
  return (
    <div className="form rule-fields">
      <Field
        label={draft.kind === 'stop' ? 'Слово' : 'Кто ищет'}
        error={errors.words ?? errors.word}
        hint={draft.kind === 'stop' ? 'Одно слово, которое ничего не говорит о товаре: «купить»' : undefined}
      >
        {(given) => (
          <input
            {...given}
            autoComplete="off"
            maxLength={80}
            value={draft.words}
            onChange={({ target }) => onChange({ ...draft, words: target.value })}
          />
        )}
      </Field>
      {draft.kind === 'synonym' || draft.kind === 'redirect' ? (
        <Field
          label={draft.kind === 'synonym' ? 'Находит и' : 'Попадает на страницу'}
          error={errors.means ?? errors.url}
          hint={draft.kind === 'redirect' ? 'Адрес страницы магазина: /delivery/' : undefined}
        >
          {(given) => (
            <input
              {...given}
              autoComplete="off"
              maxLength={200}
              value={draft.means}
              onChange={({ target }) => onChange({ ...draft, means: target.value })}
            />
          )}
        </Field>
      ) : null}
      {draft.kind === 'synonym' ? (
        <label className="check">
          <input
            type="checkbox"
            checked={draft.is_both === true}
            onChange={({ target }) => onChange({ ...draft, is_both: target.checked })}
          />
          И в обратную сторону
        </label>
      ) : null}
    </div>
  );
}
