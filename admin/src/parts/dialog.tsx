import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

type Props = { title: string; onClose: () => void; children: ReactNode; className?: string; isTitleShown?: boolean };

/** A modal window; Escape and a press beside it close it. What has `data-takes-focus` takes the cursor. */
export function Dialog({ title, onClose, children, className = '', isTitleShown = true }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closed while it still stands on the page: a dialog that was taken out gives the focus back to nothing.
  useLayoutEffect(() => {
    const node = dialog.current;
    node?.showModal();
    node?.querySelector<HTMLElement>('[data-takes-focus]')?.focus();
    return () => node?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
    <dialog
      ref={dialog}
      className={`dialog ${className}`.trim()}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={({ target }) => {
        if (target === dialog.current) onClose();
      }}
    >
      <div className="dialog-body">
        <div className={isTitleShown ? 'dialog-head' : 'hidden-words'}>
          <h2 id={id}>{title}</h2>
          {isTitleShown ? (
            <button type="button" className="icon-button" aria-label="Закрыть" onClick={onClose}>
              <X size={18} aria-hidden="true" />
            </button>
          ) : null}
        </div>
        {children}
      </div>
    </dialog>
  );
}
