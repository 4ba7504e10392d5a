import { useEffect, useRef } from 'react';
import { Field, type FieldProps } from './field.tsx';

/** A choice of files. What was chosen before the page's scripts came is told to the form's checks when they come. */
export function FileField(props: Omit<FieldProps, 'type' | 'className' | 'ref'>) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current?.files?.length) input.current.dispatchEvent(new Event('change', { bubbles: true }));
  }, []);
  return <Field {...props} ref={input} type="file" className="field--file" />;
}
