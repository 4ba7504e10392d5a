import type { ReactNode } from 'react';
import { unbroken } from '#shared/unbroken.ts';
import { Icon } from './icon.tsx';

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="field__err" id={id}>
      <Icon name="circle-alert" size="s" />
      {typeof children === 'string' ? unbroken(children) : children}
    </p>
  );
}
