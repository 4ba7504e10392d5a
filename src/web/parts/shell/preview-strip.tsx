import { useEffect } from 'react';
import type { ShellData } from '#web/parts/request/read-shell.server.ts';

/**
 * On every page while a member of staff looks at the shop at another moment: which one, and what is of today all the
 * same. Its link ends the look and loads the page again, as the end of its time does.
 */
export function PreviewStrip({ preview }: { preview: ShellData['preview'] }) {
  const left = preview?.seconds_left ?? null;
  useEffect(() => {
    if (left === null) return undefined;
    const timer = setTimeout(() => location.reload(), left * 1_000 + 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  if (!preview) return null;
  return (
    <aside className="acting acting--preview" data-ground="dark" aria-label="Предпросмотр магазина">
      <div className="wrap">
        <p>
          Предпросмотр: <b className="num">{preview.moment}</b>, {preview.city}
          {preview.has_drafts ? ', с черновиками' : null}. Цены и остатки сегодняшние, заказать нельзя —
        </p>
        <a href="/_preview/end/">Закончить</a>
        <span className="num">до {preview.until}</span>
      </div>
    </aside>
  );
}
