import { useState } from 'react';

/**
 * A link to hand on: opened anywhere it shows this very thing. Copied where the browser can, else it is a page to copy
 * from.
 */
export function CopyLink({ url, words }: { url: string; words: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <span className="row">
      <a
        className="link"
        href={url}
        rel="nofollow"
        onClick={(event) => {
          if (!navigator.clipboard) return;
          event.preventDefault();
          const whole = new URL(url, window.location.href).href;
          navigator.clipboard.writeText(whole).then(
            () => setCopied(true),
            () => window.location.assign(url),
          );
        }}
      >
        {words}
      </a>
      <span className="small soft" role="status">
        {isCopied ? 'Ссылка скопирована' : ''}
      </span>
    </span>
  );
}
