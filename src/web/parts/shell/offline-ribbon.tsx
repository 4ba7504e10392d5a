import { useSyncExternalStore } from 'react';
import { Icon } from '#web/ui/icon.tsx';

/** The page that is open stays usable without a connection; the ribbon says why it does not change. */
export function OfflineRibbon() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
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
