import { type ReactNode, useEffect, useRef, useState } from 'react';
import { popupCloseDelayMs } from '#shared/constants.ts';
import { Icon } from './icon.tsx';

type PopupProps = {
  id: string;
  isOpen: boolean;
  onClose: () => void;
  /** Id of the heading inside, or words for assistive technology. */
  labelledBy?: string;
  label?: string;
  className?: string;
  /** False: neither Escape, nor the background, nor a cross closes it. */
  isClosable?: boolean;
  /** An address that the whole content leads to, in a new tab. */
  href?: string;
  children: ReactNode;
};

/**
 * S2-40 on the browser's own modal dialog, which traps the focus, returns it and hides the rest of the page: closes by
 * the background, the cross or Escape, 300 ms after being asked; the page does not scroll meanwhile (CSS). It is in the
 * document when closed too, so a link to `#id` shows it without JavaScript.
 */
export function Popup(props: PopupProps) {
  const { id, isOpen, onClose, labelledBy, label, className = 'dlg', isClosable = true, href, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [isClosing, setClosing] = useState(false);

  // The dialog stays the page's target when the address has lost its `#id`; what that shows is for pages without a
  // script.
  useEffect(() => dialog.current?.setAttribute('data-scripted', ''), []);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (isOpen && !element.open) {
      setClosing(false);
      // A bar that takes no room, or is not there, leaves no gutter when the page stops scrolling.
      const root = document.documentElement;
      root.toggleAttribute('data-bars', window.innerWidth > root.clientWidth);
      element.showModal();
    }
    if (isOpen || !element.open) return;
    setClosing(true);
    const timer = setTimeout(() => {
      element.close();
      setClosing(false);
    }, popupCloseDelayMs);
    return () => clearTimeout(timer);
  }, [isOpen]);

  const askToClose = () => isClosable && onClose();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog's own Escape (`cancel`) is the keyboard's way
    <dialog
      id={id}
      ref={dialog}
      className={isClosing ? `${className} is-closing` : className}
      aria-labelledby={labelledBy}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        askToClose();
      }}
      onClose={() => isOpen && onClose()}
      onClick={(event) => isOnBackground(event, dialog.current) && askToClose()}
    >
      {isClosable && (
        <>
          <button type="button" className="ibtn dlg__x" aria-label="Закрыть" onClick={askToClose}>
            <Icon name="x" size="l" />
          </button>
          <a href="#main" className="btn btn--line dlg__back">
            Закрыть
          </a>
        </>
      )}
      {href ? (
        <a href={href} target="_blank" rel="noopener noreferrer">
          {children}
        </a>
      ) : (
        children
      )}
    </dialog>
  );
}

/**
 * A click on the backdrop arrives at the dialog itself, outside its box; a key press on a link inside has no place at
 * all.
 */
function isOnBackground(event: React.MouseEvent, dialog: HTMLDialogElement | null): boolean {
  if (!dialog || event.target !== dialog) return false;
  const box = dialog.getBoundingClientRect();
  const isInside =
    event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
  return !isInside;
}
