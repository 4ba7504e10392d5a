import { useEffect, useState } from 'react';

let asked: Promise<string> | null = null;

/** The branch's menu as HTML, asked for once per page load and only when someone reaches for it; '' when there is none (S8-08). */
export function loadMenuHtml(): Promise<string> {
  asked ??= fetch('/_shell/menu/')
    .then((answer) => (answer.ok ? answer.text() : ''))
    .catch(() => {
      asked = null; // the next reach asks again
      return '';
    });
  return asked;
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
