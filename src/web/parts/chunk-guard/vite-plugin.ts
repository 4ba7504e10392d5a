import type { Plugin } from 'vite';

/** The version of React Router this was last tried with; test/journeys/shell.test.ts tries it in a browser. */
export const triedWith = '8.4.0';

/** React Router's own answer to a route whose code failed to load. */
export const reload = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\s*\}\);/;

/**
 * The one place where the shop leans on the inside of a library. React Router reloads the open page whenever a route's
 * code fails to load: after a deployment it may do so for ever, and it never comes to the page being gone to. The
 * shop's rule is another (S4-19): that page, at most once per 10 s, else the error page. There is no option for it, so
 * the one line is replaced; a build that does not find it fails.
 */
export function guardChunkReload(): Plugin {
  let isReplaced = false;
  return {
    name: 'guard-chunk-reload',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      if (!/react-router\/dist\/.*routeModules\.m?js/.test(id) || !reload.test(code)) return null;
      isReplaced = true;
      return { code: code.replace(reload, 'return window.__shopChunkFailed(error);'), map: null };
    },
    buildEnd(error) {
      if (!error && !isReplaced) this.error('React Router no longer reloads where guard-chunk-reload expects it');
    },
  };
}
