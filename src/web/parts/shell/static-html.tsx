import { createContext, useContext } from 'react';

/** Parts of the shell that are made once per branch and device on the server and cost the browser no hydration. */
export type StaticPart = 'footer' | 'tooltip' | 'cities' | 'side';
export type StaticParts = Record<StaticPart, string>;

export const StaticPartsContext = createContext<StaticParts | null>(null);

/**
 * On the server: the ready HTML. In the browser: the same HTML as it arrived in the document, so React keeps the nodes
 * it finds and never compares or rebuilds them. Links inside work through `useStaticLinks`.
 */
export function StaticHtml({ part, className }: { part: StaticPart; className?: string }) {
  const parts = useContext(StaticPartsContext);
  return (
    <div
      className={className}
      data-static={part}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own markup, escaped by React when it was made
      dangerouslySetInnerHTML={{ __html: parts?.[part] ?? '' }}
    />
  );
}

/** Reads the parts out of the document before hydration. */
export function staticPartsOfDocument(): StaticParts {
  const html = (part: StaticPart) => document.querySelector(`[data-static="${part}"]`)?.innerHTML ?? '';
  return { footer: html('footer'), tooltip: html('tooltip'), cities: html('cities'), side: html('side') };
}
