import { useEffect, useSyncExternalStore } from 'react';
import { cartUrl } from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';

/**
 * The page that is open stays usable without a connection; the ribbon says why it does not change, and what is put into
 * the cart meanwhile waits.
 */
export function OfflineRibbon() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  useEffect(holdSubmits, []);
  return (
    <div className="ribbon ribbon--offline" role="status">
      {!isOnline && (
        <p>
          <Icon name="wifi-off" />
          Нет соединения — показываем сохранённое
        </p>
      )}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/**
 * A product's button that is pressed without a connection waits for one and is then sent, once however often it was
 * pressed. Sent at once, it would ask for the cart's code, and without that the page would give way to an error.
 */
function holdSubmits(): () => void {
  const held = new Map<HTMLFormElement, () => void>();
  const hold = (event: SubmitEvent) => {
    const { target: form, submitter } = event;
    if (navigator.onLine || !(form instanceof HTMLFormElement) || !isOfProduct(form)) return;
    event.preventDefault();
    event.stopPropagation();
    submitter?.setAttribute('aria-busy', 'true');
    held.set(form, () => {
      submitter?.setAttribute('aria-busy', 'false');
      if (form.isConnected) form.requestSubmit(submitter);
    });
  };
  const release = () => {
    const waiting = [...held.values()];
    held.clear();
    for (const submit of waiting) submit();
  };
  // Before React, which listens at the document.
  window.addEventListener('submit', hold, true);
  window.addEventListener('online', release);
  return () => {
    window.removeEventListener('submit', hold, true);
    window.removeEventListener('online', release);
  };
}

function isOfProduct(form: HTMLFormElement): boolean {
  const intent = form.elements.namedItem('intent');
  return form.getAttribute('action') === cartUrl() && intent instanceof HTMLInputElement && intent.value === 'add';
}
