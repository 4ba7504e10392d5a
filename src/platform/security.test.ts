import { expect, test } from 'vitest';
import { contentSecurityPolicy, ownMark, scriptHash, takeOwnScripts } from './security.ts';

test('only scripts that bear the mark of our own components are allowed, and the mark does not leave the process', () => {
  const taken = takeOwnScripts(
    Buffer.from(
      `<link nonce="${ownMark}" rel="modulepreload"/><div><script>alert(1)</script><script nonce="x">alert(2)</script></div>` +
        `<script nonce="${ownMark}" type="module" async="">import "a"</script>` +
        `<script type="application/ld+json" nonce="${ownMark}">{}</script><script src="/a.js" nonce="${ownMark}"></script><p>Ёлка</p>`,
    ),
  );
  const { hashes } = taken;
  const html = taken.html.toString();
  expect(hashes).toEqual([scriptHash('import "a"')]);
  expect(html).not.toContain(ownMark);
  expect(html.endsWith('<script src="/a.js"></script><p>Ёлка</p>')).toBe(true);
  expect(html).toContain('<script type="module" async="">import "a"</script>');
  expect(contentSecurityPolicy(hashes)).toContain(`script-src 'self' ${scriptHash('import "a"')};`);
  expect(contentSecurityPolicy()).toContain("script-src 'self';");
});
