// The shop's only service worker: keeps pickup passes that were opened, so that they open again without a network, and
// answers every other page with «нет соединения» when there is none. It stores no other page.
const cacheName = 'pass-1';
const passPath = /^\/(?:personal\/orders\/[^/]+\/receiving\/confirmation|order\/[^/]+\/pass|qr\/o\/[^/]+)\/?$/;
// Scripts too: half of them, from the browser's own cache, would be worse than none.
const assetPath = /^\/assets\/.+\.(?:css|js|woff2|svg)$/;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(forgetOldCaches().then(() => self.clients.claim())));
self.addEventListener('message', (event) => {
  if (event.data?.keep) event.waitUntil(keepPass(event.data.keep));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (isSignOut(request, url)) event.waitUntil(caches.delete(cacheName));
  else if (request.mode === 'navigate' && request.method === 'GET') event.respondWith(openPage(request, url));
  else if (assetPath.test(url.pathname)) event.respondWith(openAsset(request));
});

/** A pass belongs to whoever is signed in: it goes with them, and does not wait for the next one. */
function isSignOut(request, url) {
  if (request.method === 'DELETE') return url.pathname === '/api/_auth/cookie';
  return request.method === 'POST' && /^\/login(?:\/|\.data|$)/.test(url.pathname);
}

async function openPage(request, url) {
  try {
    const answer = await fetch(request);
    if (passPath.test(url.pathname)) await renew(url, answer);
    return answer;
  } catch {
    const cache = await caches.open(cacheName);
    return (await cache.match(url.pathname)) ?? offlinePage();
  }
}

async function openAsset(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request);
    if (kept) return kept;
    throw error;
  }
}

/** A pass that cannot be opened any more (revoked, another person signed in) is not kept either. */
async function renew(url, answer) {
  const cache = await caches.open(cacheName);
  if (answer.ok && !answer.redirected && answer.type === 'basic') await keepAnswer(cache, url, answer.clone());
  else await cache.delete(url.pathname);
}

/** The page that registered this worker was opened before it: it is fetched once more to be kept. */
async function keepPass(address) {
  const url = new URL(address);
  if (url.origin !== self.location.origin || !passPath.test(url.pathname)) return;
  const answer = await fetch(url, { credentials: 'same-origin', headers: { Accept: 'text/html' } });
  await renew(url, answer);
}

async function keepAnswer(cache, url, answer) {
  const html = await answer.clone().text();
  await cache.put(url.pathname, answer);
  const assets = new Set([...html.matchAll(/["'](\/assets\/[^"'#]+)/g)].map(([, path]) => path));
  const wanted = [...assets].filter((path) => assetPath.test(path));
  await Promise.all(wanted.map(async (path) => (await cache.match(path)) ?? cache.add(path)));
}

async function forgetOldCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
}

function offlinePage() {
  const html = `<!doctype html><html lang="ru"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Нет соединения — ИДД</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:15vh auto 0;max-width:32rem;padding:0 16px;color:#1f1b16}a{color:#0e5a44}</style>
<h1>Нет соединения</h1>
<p>Страница не открылась: нет интернета. Пропуска на выдачу, которые вы уже открывали на этом устройстве, работают и без него.</p>
<p><a href="">Повторить</a></p></html>`;
  return new Response(html, { status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}
