import type { Plugin } from 'vite';

/**
 * What React Router 8.4 carries into every browser and this shop never asks of it, cut by replacing the condition that leads there; the
 * minifier drops the rest. Decision 325 says what each is and why it cannot be had by an option. Every text must stand in its file exactly
 * once: another version of React Router fails the build instead of losing a cut silently.
 */
const cuts: Record<string, [was: string, now: string][]> = {
  // No instrumentation of the router in the browser: visits are counted by analytics/.
  'lib/router/router.js': [
    ['if (init.instrumentations) {', 'if (false) {'],
    ['if (init.instrumentations) router =', 'if (false) router ='],
    [
      'let instrumentationNavigateMetaReceiver = consumeInstrumentationClientResultMetaReceiver(router);',
      'let instrumentationNavigateMetaReceiver;',
    ],
    ['if (opts?.instrumentationNavigateMetaReceiver) {', 'if (false) {'],
    ['let instrumentationResultMetaReceiver = consumeInstrumentationClientResultMetaReceiver(router);', ''],
    ['if (instrumentationResultMetaReceiver)', 'if (false)'],
    // All routes are known from the start (`routeDiscovery: initial`): none is discovered later.
    ['if (init.patchRoutesOnNavigation) {', 'if (false) {'],
    ['if (!init.patchRoutesOnNavigation) return {', 'if (true) return {'],
  ],
  'lib/dom/ssr/fog-of-war.js': [
    ['if (!isFogOfWarEnabled(routeDiscovery, ssr)) return;', 'return;'],
    [
      'if (!isFogOfWarEnabled(routeDiscovery, ssr) || window.navigator?.connection?.saveData === true) return;',
      'return;',
    ],
  ],
  // Links are fetched ahead by parts/shell/use-prefetch.ts, which keeps S9-06; React Router's own way would cost every link two states and effects.
  'lib/dom/lib.js': [
    [
      'let [shouldPrefetch, prefetchRef, prefetchHandlers] = usePrefetchBehavior(prefetch, rest);',
      'let prefetchHandlers, shouldPrefetch = false;',
    ],
    ['ref: mergeRefs(forwardedRef, prefetchRef),', 'ref: forwardedRef,'],
    ['return shouldPrefetch && !isAbsolute ?', 'return false ?'],
  ],
  // In the browser the document's scripts stand already; their text is written by the server only.
  'lib/dom/ssr/components.js': [
    ['isPageLinkDescriptor(link) ?', 'false ?'],
    ['let enableFogOfWar = isFogOfWarEnabled(routeDiscovery, ssr);', 'let enableFogOfWar = false;'],
    ['let contextScript = staticContext ?', 'let contextScript = false ?'],
    ['let routeModulesScript = !isStatic ?', 'let routeModulesScript = true ?'],
  ],
};

/** Vite's plugin that makes the cuts in the browser's build only. */
export function trimFramework(): Plugin {
  const met = new Set<string>();
  return {
    name: 'trim-framework',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      const file = Object.keys(cuts).find((name) => id.includes('/react-router/dist/production/') && id.endsWith(name));
      if (!file) return null;
      met.add(file);
      let trimmed = code;
      for (const [was, now] of cuts[file]!) {
        if (trimmed.split(was).length !== 2) this.error(`${file} does not hold once: ${was}`);
        trimmed = trimmed.replace(was, () => now);
      }
      return { code: trimmed, map: null };
    },
    buildEnd(error) {
      const missing = Object.keys(cuts).filter((name) => !met.has(name));
      if (!error && missing.length > 0) this.error(`React Router has no ${missing.join(', ')} any more`);
    },
  };
}
