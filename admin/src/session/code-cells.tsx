import { useId } from 'react';

type Props = {
  value: string;
  onChange: (value: string) => void;
  /** Called with all six digits, typed or pasted. */
  onFull: (code: string) => void;
  error: string | null;
};

/** Six cells over one field: what is pasted or filled in by the browser spreads by itself, readers meet one field. */
export function CodeCells({ value, onChange, onFull, error }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>Код из приложения, шесть цифр</label>
      <div className={`code-cells${error ? ' wrong' : ''}`}>
        <input
          id={id}
          value={value}
          inputMode="numeric"
          autoComplete="one-time-code"
          // biome-ignore lint/a11y/noAutofocus: the only thing to do on this page
          autoFocus
          aria-invalid={error !== null}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={({ target }) => {
            const digits = target.value.replace(/\D/g, '').slice(0, 6);
            onChange(digits);
            if (digits.length === 6 && digits !== value) onFull(digits);
          }}
        />
        {[0, 1, 2, 3, 4, 5].map((place) => (
          <span key={place} aria-hidden="true" className={place === value.length ? 'next' : undefined}>
            {value[place] ?? ''}
          </span>
        ))}
      </div>
      {error ? (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}
