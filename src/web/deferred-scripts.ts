import { scriptHash } from '#platform/security.ts';

/**
 * Scripts that wait for the first screen. The page is readable and its forms work before any of them, so over a slow
 * line style, fonts and the first picture come alone. What React Router writes for the browser stands in a `noscript`
 * (root.tsx), of which a browser with scripts makes nothing. The starter behind it puts that in: classic scripts at
 * once, because the page's data are handed to them; modules and what is preloaded for them when the page has been
 * painted and its first picture (fetchPriority high) stands, at the visitor's first sign, or after `longestWaitMs`. The
 * files are run one by one, each a task of its own, the entry that begins to hydrate last: all at once would hold the
 * thread of a phone.
 */
const longestWaitMs = 3_000;

/** The `noscript` of root.tsx. */
const heldId = 'held-scripts';

const starter = `{
const { entry } = document.currentScript.dataset;
const held = document.createRange().createContextualFragment(document.getElementById('${heldId}').textContent);
const links = [...held.querySelectorAll('link[rel="modulepreload"]')];
const modules = [...held.querySelectorAll('script[type="module"]')];
for (const later of [...links, ...modules]) later.remove();
document.head.append(held);
const signs = ['pointerdown', 'touchstart', 'keydown', 'wheel'];
const nextTask = () => new Promise((done) => {
const { port1, port2 } = new MessageChannel();
port1.onmessage = done;
port2.postMessage(0);
});
let isBegun = false;
const begin = async () => {
if (isBegun) return;
isBegun = true;
for (const sign of signs) removeEventListener(sign, begin, true);
document.head.append(...links);
try {
if (entry) for (const link of links) if (link.getAttribute('href') !== entry) {
await import(link.href);
await nextTask();
}
} catch {}
document.head.append(...modules);
};
const shown = () => requestAnimationFrame(() => setTimeout(begin));
const painted = () => {
const first = document.querySelector('img[fetchpriority="high"]');
if (!first || first.complete) shown();
else for (const end of ['load', 'error']) first.addEventListener(end, shown);
};
for (const sign of signs) addEventListener(sign, begin, { capture: true, passive: true });
setTimeout(begin, ${longestWaitMs});
if (document.hidden || !window.PerformancePaintTiming) begin();
else new PerformanceObserver((list) => {
if (list.getEntriesByName('first-contentful-paint').length > 0) painted();
}).observe({ type: 'paint', buffered: true });
}`;

/** For the policy of every page that holds the starter; what it starts is named by the hash of its own text. */
export const starterHash = scriptHash(starter);

const heldStart = `<noscript id="${heldId}">`;
const heldEnd = '</noscript>';

/**
 * The rendered document with the starter behind the scripts that it holds, where hydration passes over what it does not
 * know. `entry`: address of the module that begins to hydrate; '': the files are run by React Router's module alone, as
 * hot reload wants its own first. A document that holds none, as React Router's own when even the root fails, stays as
 * it is.
 */
export function withStarter(html: Buffer, entry: string): Buffer {
  const start = html.lastIndexOf(heldStart);
  if (start < 0) return html;
  const end = html.indexOf(heldEnd, start) + heldEnd.length;
  const tag = `<script data-entry="${entry}">${starter}</script>`;
  return Buffer.concat([html.subarray(0, end), Buffer.from(tag), html.subarray(end)]);
}
