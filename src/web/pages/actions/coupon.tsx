import { useState } from 'react';
import { unbroken } from '#shared/unbroken.ts';
import { Icon } from '#web/ui/icon.tsx';
import type { couponView } from './action-words.ts';

/** The code stands as text; with JavaScript a button copies it. */
export function Coupon({ code, before, behind }: ReturnType<typeof couponView>) {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <p className="acts__coupon">
      <Icon name="ticket-percent" />
      <span>
        {unbroken(before)}
        <b className="b num">{code}</b>
        {unbroken(behind)}
      </span>
      <button
        type="button"
        className="btn btn--line btn--sm js"
        onClick={() => navigator.clipboard?.writeText(code).then(() => setIsCopied(true))}
      >
        <Icon name={isCopied ? 'check' : 'copy'} size="s" />
        {isCopied ? 'Скопировано' : 'Скопировать купон'}
      </button>
      <span className="sr" role="status">
        {isCopied ? 'Купон скопирован' : ''}
      </span>
    </p>
  );
}
