import { Button } from './button.tsx';
import { Field } from './field.tsx';

export type Question = { question: string; answer: string };
type Props = {
  value: unknown;
  error: string | undefined;
  /** So many stay; 0: all may go. */
  least?: number;
  onChange: (value: Question[]) => void;
};

/** Questions with answers. */
export function Questions({ value, error, least = 1, onChange }: Props) {
  const items = (Array.isArray(value) ? value : []) as Question[];
  return (
    <>
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: questions have no names
        <div key={at} className="question">
          <Field label={`Вопрос ${at + 1}`}>
            {(given) => (
              <input
                {...given}
                value={item.question}
                maxLength={300}
                onChange={({ target }) => onChange(items.with(at, { ...item, question: target.value }))}
              />
            )}
          </Field>
          <Field label={`Ответ ${at + 1}`}>
            {(given) => (
              <textarea
                {...given}
                rows={3}
                value={item.answer}
                maxLength={3_000}
                onChange={({ target }) => onChange(items.with(at, { ...item, answer: target.value }))}
              />
            )}
          </Field>
          <Button
            size="small"
            disabled={items.length <= least}
            onClick={() => onChange(items.filter((_, index) => index !== at))}
          >
            Убрать вопрос
          </Button>
        </div>
      ))}
      <Button
        size="small"
        disabled={items.length >= 20}
        onClick={() => onChange([...items, { question: '', answer: '' }])}
      >
        {items.length === 0 ? 'Добавить вопрос' : 'Ещё вопрос'}
      </Button>
      {error ? <p className="field-error small">{error}</p> : null}
    </>
  );
}
