import { useEffect, useRef } from 'react';
import { type Location, useNavigation } from 'react-router';
import { mayReload } from './may-reload.ts';

/** React renders a navigation that has begun within this time. */
const renderedMs = 300;

/**
 * Stands once in the document and gives `guardChunkReload` (vite-plugin.ts) what React Router calls instead of its own
 * reload.
 */
export function ChunkGuard() {
  const goingTo = useRef<Location | undefined>(undefined);
  const { location } = useNavigation();
  useEffect(() => {
    goingTo.current = location;
  }, [location]);
  useEffect(() => {
    const failed = async (error: unknown) => {
      // Opened now, the page would be the browser's own words of no connection: until there is one the old page stays.
      if (!navigator.onLine) await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
      if (!goingTo.current) await new Promise((resolve) => setTimeout(resolve, renderedMs));
      return answerLostCode(error, goingTo.current);
    };
    Object.assign(window, { __shopChunkFailed: failed });
  }, []);
  return null;
}

/**
 * A page's code could not be loaded: opens the page again at the address being navigated to, with its query and
 * fragment. If the guard forbids it, the route becomes one that throws this error, and the error page shows what to do.
 * Code that was only fetched ahead is missed by nobody yet.
 */
function answerLostCode(error: unknown, goingTo: Location | undefined): Promise<never> | { default: () => never } {
  const path = goingTo && goingTo.pathname + goingTo.search + goingTo.hash;
  if (!path || !mayReload(path, window.sessionStorage, Date.now())) {
    return {
      default: () => {
        throw error;
      },
    };
  }
  if (goingTo.pathname === window.location.pathname) window.location.reload();
  else window.location.href = path;
  return new Promise(() => {});
}
