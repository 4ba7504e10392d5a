import { useState } from 'react';
import { Icon } from '#web/ui/icon.tsx';

/** The page sent on, and as a sheet of paper for the shop; both need a script. */
export function Tools({ name }: { name: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const share = () => {
    const url = window.location.origin + window.location.pathname;
    if ('share' in navigator) return navigator.share({ title: name, url }).catch(() => {});
    return (navigator as Navigator).clipboard?.writeText(url).then(() => setIsCopied(true));
  };
  return (
    <p className="row pdp__tools js">
      <button type="button" className="row" onClick={share}>
        <Icon name={isCopied ? 'check' : 'share-2'} size="s" />
        <span aria-live="polite">{isCopied ? 'Ссылка скопирована' : 'Поделиться'}</span>
      </button>
      <button type="button" className="row" onClick={() => window.print()}>
        <Icon name="printer" size="s" />
        Печать
      </button>
    </p>
  );
}

/** The article with a copy button; without JavaScript it is plain text. */
export function Article({ label, code }: { label: string; code: string }) {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <span className="row small soft pdp__article">
      {label} <span className="num">{code}</span>
      <button
        className="js"
        type="button"
        aria-label={`Скопировать: ${code}`}
        onClick={() => navigator.clipboard?.writeText(code).then(() => setIsCopied(true))}
      >
        <Icon name={isCopied ? 'check' : 'copy'} size="s" />
      </button>
      <span className="sr" role="status">
        {isCopied ? 'Скопировано' : ''}
      </span>
    </span>
  );
}
