import { type ReactNode, useId } from 'react';

type Props = {
  label: string;
  /** What is wrong with it. */
  error?: string | undefined;
  hint?: ReactNode;
  children: (given: {
    id: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
};

/** A field with its label above and what is wrong beneath. */
export function Field({ label, error, hint, children }: Props) {
  const id = useId();
  const hasNote = error !== undefined || hint !== undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': hasNote ? `${id}-note` : undefined,
      })}
      {hasNote ? (
        <p id={`${id}-note`} className={error === undefined ? 'soft small' : 'field-error small'}>
          {error ?? hint}
        </p>
      ) : null}
    </div>
  );
}
