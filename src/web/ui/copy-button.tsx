import { useState } from 'react';
import { Icon } from './icon.tsx';

/** How long «Скопировано» stands. */
const noticeMs = 2_000;

/** Copies a text; without JavaScript it is not shown, the text itself stands beside it. */
export function CopyButton({ text, label, words = 'Копировать' }: { text: string; label: string; words?: string }) {
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
    <button type="button" className="btn btn--quiet btn--sm js" onClick={copy} aria-label={`${words}: ${label}`}>
      <Icon name={isCopied ? 'check' : 'copy'} size="s" />
      <span aria-live="polite">{isCopied ? 'Скопировано' : words}</span>
    </button>
  );
}
