import { createContext, type ReactNode, useContext } from 'react';

/** HTML of what stands inside an element from its key, which names everything the element shows. */
export type KeepMarkup = (key: string, element: ReactNode) => string;

/** Given on the server only. */
export const KeptMarkupContext = createContext<KeepMarkup | null>(null);

/**
 * What many pages show alike (a card, a column of filters) is rendered on the server once and then taken from memory as text;
 * the browser gets the same HTML and hydrates the elements themselves. For the insides of one element: spread the result into it.
 * `keyOf` null: here it is not what others show. `element` must be the same for the same `key`, and must not use `useId`. The last hook of its
 * component: a piece is rendered at once, and React then no longer knows the component.
 */
export function useKeptMarkup(keyOf: (() => string) | null, element: ReactNode) {
  const keep = useContext(KeptMarkupContext);
  return keep && keyOf ? { dangerouslySetInnerHTML: { __html: keep(keyOf(), element) } } : { children: element };
}
