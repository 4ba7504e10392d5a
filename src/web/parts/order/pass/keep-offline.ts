/** Lets the service worker keep this page, and nothing else, so that the pass opens in a cellar without a network. */
export function keepPassOffline(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .register('/pass-worker.js', { scope: '/' })
    .then(() => navigator.serviceWorker.ready)
    .then(({ active }) => active?.postMessage({ keep: location.href }))
    .catch(() => {});
}
