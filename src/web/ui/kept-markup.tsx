import { createContext, type ReactElement, useContext } from 'react';

/** HTML of an element from its key, which names everything the element shows. */
export type KeepMarkup = (key: string, element: ReactElement) => string;

/** Given on the server only. */
export const KeptMarkupContext = createContext<KeepMarkup | null>(null);

/**
 * What many pages show alike (a card, a column of filters) is rendered on the server once and then taken from memory as text;
 * the browser gets the same HTML and hydrates the elements themselves. For the insides of one element: spread the result into it.
 * `element` must be the same for the same `key`, must not use `useId`, and holds no picture that is preloaded.
 */
export function useKeptMarkup(keyOf: () => string, element: ReactElement) {
  const keep = useContext(KeptMarkupContext);
  return keep ? { dangerouslySetInnerHTML: { __html: keep(keyOf(), element) } } : { children: element };
}
