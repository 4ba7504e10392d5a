import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="field__err" id={id}>
      <Icon name="circle-alert" size="s" />
      {children}
    </p>
  );
}
