import type { ReactNode } from 'react';

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'info' | 'hot' | 'outline';

/** A short word of a state. It is read without its colour, too. */
export function Tag({ tone = 'plain', icon, children }: { tone?: Tone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={`tag tag-${tone}`}>
      {icon}
      {children}
    </span>
  );
}
