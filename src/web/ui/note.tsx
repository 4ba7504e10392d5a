import type { ReactNode } from 'react';
import { unbroken } from '#shared/unbroken.ts';
import { Icon } from './icon.tsx';

const icons = { info: 'info', ok: 'circle-check', warn: 'clock', err: 'circle-alert' } as const;

type NoteProps = {
  kind?: keyof typeof icons;
  icon?: string;
  children: ReactNode;
  className?: string;
  /** Said aloud when it appears: 'status' politely, 'alert' at once. */
  role?: 'status' | 'alert';
};

/** A message at its place (info, ok, warn, error), always with an icon and words. */
export function Note({ kind = 'info', icon, children, className = '', role }: NoteProps) {
  return (
    <div className={`note${kind === 'info' ? '' : ` note--${kind}`} ${className}`} role={role}>
      <Icon name={icon ?? icons[kind]} />
      <div>{typeof children === 'string' ? unbroken(children) : children}</div>
    </div>
  );
}
