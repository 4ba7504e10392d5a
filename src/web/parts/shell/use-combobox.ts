import { type RefObject, useEffect } from 'react';

type Combobox = {
  /** The field: drawn by somebody who knows nothing of the list. */
  input: RefObject<HTMLInputElement | null>;
  /** The list's box. */
  root: RefObject<HTMLElement | null>;
  id: string;
  isOpen: boolean;
  isShown: boolean;
  /** The chosen row; -1: none. */
  active: number;
  onOpen: () => void;
  onClose: () => void;
  onPress: (event: KeyboardEvent) => void;
};

/**
 * Takes the field's events, writes the list's state on the field, and closes the list when something outside is pressed
 * or entered.
 */
export function useCombobox({ input, root, id, isOpen, isShown, active, onOpen, onClose, onPress }: Combobox): void {
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    const kinds = ['input', 'focus', 'click'];
    field.addEventListener('keydown', onPress);
    for (const kind of kinds) field.addEventListener(kind, onOpen);
    field.setAttribute('aria-expanded', String(isShown));
    setOrDrop(field, 'aria-controls', isShown ? id : null);
    setOrDrop(field, 'aria-activedescendant', isShown && active >= 0 ? `${id}-${active}` : null);
    return () => {
      field.removeEventListener('keydown', onPress);
      for (const kind of kinds) field.removeEventListener(kind, onOpen);
    };
  });
  useEffect(() => {
    if (isShown && active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, isShown, active]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what closes the list does the same at every rendering
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      const target = event.target as Node;
      if (!root.current?.contains(target) && !input.current?.form?.contains(target)) onClose();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen, input]);
}

function setOrDrop(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
