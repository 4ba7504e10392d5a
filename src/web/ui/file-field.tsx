import { useEffect, useRef, useState } from 'react';
import { type FieldProps, Frame, framed } from './field.tsx';

/**
 * A choice of files. What was chosen before the page's scripts came is told to the form's checks when they come. The
 * browser's own words are in the browser's language: where a script runs, Russian ones stand over them.
 */
export function FileField({ onChange, ...props }: Omit<FieldProps, 'type' | 'className' | 'ref'>) {
  const box = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const { frame, input } = framed({ ...props, className: 'field--file' });
  useEffect(() => {
    setChosen(namesIn(box.current));
    if (box.current?.files?.length) box.current.dispatchEvent(new Event('change', { bubbles: true }));
  }, []);
  return (
    <Frame {...frame}>
      <span className="filebox">
        <input
          {...input}
          ref={box}
          type="file"
          onChange={(event) => {
            setChosen(namesIn(event.currentTarget));
            onChange?.(event);
          }}
        />
        {chosen === null ? null : (
          <span className="filebox__words" aria-hidden="true">
            <b>{input.multiple ? 'Выбрать файлы' : 'Выбрать файл'}</b>
            <span>{chosen || 'Файл не выбран'}</span>
          </span>
        )}
      </span>
    </Frame>
  );
}

function namesIn(input: HTMLInputElement | null): string {
  return [...(input?.files ?? [])].map(({ name }) => name).join(', ');
}
