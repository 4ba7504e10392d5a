import { type RefObject, useEffect } from 'react';

/**
 * While `isOpen`: a press or the focus outside all of `parts` closes; Escape closes too and gives the focus back to
 * `opener`.
 */
export function useCloseOutside(
  isOpen: boolean,
  parts: RefObject<HTMLElement | null>[],
  opener: RefObject<HTMLElement | null>,
  close: () => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: refs and setters stay the same while it is open
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      if (!parts.some((part) => part.current?.contains(event.target as Node))) close();
    };
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      close();
      opener.current?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeByEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeByEscape);
    };
  }, [isOpen]);
}
