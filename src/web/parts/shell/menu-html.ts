import { useEffect, useState } from 'react';
import { once } from '#shared/per-object.ts';

const askMenu = once(async () => {
  const answer = await fetch('/_shell/menu/');
  return answer.ok ? answer.text() : '';
});

/**
 * The branch's menu as HTML, asked for once per page load and only when someone reaches for it; '' when there is none
 * (S8-08).
 */
export function loadMenuHtml(): Promise<string> {
  return askMenu().catch(() => '');
}

export function useMenuHtml(isWanted: boolean): string {
  const [html, setHtml] = useState('');
  useEffect(() => {
    if (!isWanted || html) return;
    let isGone = false;
    loadMenuHtml().then((loaded) => !isGone && setHtml(loaded));
    return () => {
      isGone = true;
    };
  }, [isWanted, html]);
  return html;
}
