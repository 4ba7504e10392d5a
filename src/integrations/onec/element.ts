/** A small piece of the file as a tree: one good, one offer, one price type. */
export type Element = {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: Element[];
  line: number;
};

export function makeElement(name: string, attributes: Record<string, string>, line: number): Element {
  return { name, attributes, text: '', children: [], line };
}

export function childOf(element: Element | undefined, name: string): Element | undefined {
  return element?.children.find((child) => child.name === name);
}

export function childrenOf(element: Element | undefined, name: string): Element[] {
  return element ? element.children.filter((child) => child.name === name) : [];
}

/** Trimmed text of a child; '' when it is absent or empty. */
export function textOf(element: Element | undefined, name: string): string {
  return childOf(element, name)?.text.trim() ?? '';
}

/** Yes as the reference takes it: true, да or a number above 0. null when nothing is said. */
export function booleanOf(text: string | undefined): boolean | null {
  const word = text?.trim().toLowerCase();
  if (!word) return null;
  return word === 'true' || word === 'да' || Number(word) > 0;
}

/** One line: spaces and breaks folded. */
export function foldSpaces(text: string): string {
  return text.replace(/[\s\u00a0\u202f]+/g, ' ').trim();
}
