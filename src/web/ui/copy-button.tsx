import { useState } from 'react';
import { Icon } from './icon.tsx';

/** How long «Скопировано» stands. */
const noticeMs = 2_000;

type CopyButtonProps = {
  text: string;
  /** What is copied, for a screen reader. */
  label: string;
  words?: string;
  /** The sign alone, in rows of a table where words would repeat. */
  isIcon?: boolean;
};

/** Copies a text; without JavaScript it is not shown, the text itself stands beside it. */
export function CopyButton({ text, label, words = 'Копировать', isIcon = false }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return; // forbidden by the browser: the text can be selected by hand
    }
    setCopied(true);
    setTimeout(() => setCopied(false), noticeMs);
  };
  return (
    <button
      type="button"
      className={isIcon ? 'ibtn js' : 'btn btn--quiet btn--sm js'}
      onClick={copy}
      aria-label={`${words}: ${label}`}
      title={isIcon ? words : undefined}
    >
      <Icon name={isCopied ? 'check' : 'copy'} size="s" />
      <span aria-live="polite" className={isIcon ? 'sr' : undefined}>
        {isCopied ? 'Скопировано' : words}
      </span>
    </button>
  );
}
