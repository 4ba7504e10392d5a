import { scriptHash } from '#platform/security.ts';

/**
 * Scripts that wait for the first screen. The page is readable and its forms work before any of them, so over a slow
 * line style, fonts and the first picture come alone: React Router's module and the files it would have preloaded are
 * held as data, and the starter asks for them when the page has been painted and its first picture (fetchPriority high)
 * stands, at the visitor's first sign, or after `longestWaitMs`. They are run one by one, each a task of its own, the
 * entry that begins to hydrate last: all at once would hold the thread of a phone.
 */
const longestWaitMs = 3_000;

const starter = `{
const held = document.querySelector('script[type="text/held"]');
const signs = ['pointerdown', 'touchstart', 'keydown', 'wheel'];
const nextTask = () => new Promise((done) => {
const { port1, port2 } = new MessageChannel();
port1.onmessage = done;
port2.postMessage(0);
});
const begin = async () => {
if (held.dataset.begun) return;
held.dataset.begun = 'yes';
for (const sign of signs) removeEventListener(sign, begin, true);
const ahead = held.dataset.ahead.split(' ');
for (const href of ahead) {
const link = document.createElement('link');
link.rel = 'modulepreload';
link.href = href;
document.head.append(link);
}
try {
for (const href of ahead) if (!href.includes('/entry.client')) {
await import(href);
await nextTask();
}
} catch {}
const script = document.createElement('script');
script.type = 'module';
script.text = held.text;
held.replaceWith(script);
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

const starterTag = Buffer.from(`<script>${starter}</script>`);

/** For the policy of every page that holds the starter; what it starts is named by the hash of its own text. */
export const starterHash = scriptHash(starter);

const moduleScript = '<script type="module" async="">';
const preload = /<link rel="modulepreload" href="([^"]+)"\/>/g;

/**
 * The rendered document, its scripts held. The starter stands last in the body, where hydration passes over what it
 * does not know. null: another React Router writes its module in another way, and nothing is held.
 */
export function withDeferredScripts(html: Buffer): Buffer | null {
  const headEnd = html.indexOf('</head>');
  const loader = html.indexOf(moduleScript, headEnd);
  const bodyEnd = html.lastIndexOf('</body>');
  if (loader < 0 || bodyEnd < 0) return null;
  const ahead: string[] = [];
  const head = html.toString('utf8', 0, headEnd).replace(preload, (_link, href: string) => {
    ahead.push(href);
    return '';
  });
  return Buffer.concat([
    Buffer.from(head),
    html.subarray(headEnd, loader),
    Buffer.from(`<script type="text/held" data-ahead="${ahead.join(' ')}">`),
    html.subarray(loader + moduleScript.length, bodyEnd),
    starterTag,
    html.subarray(bodyEnd),
  ]);
}
