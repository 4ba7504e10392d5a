import { useRouteLoaderData } from 'react-router';
import type { ShellData } from './read-shell.server.ts';

/** The root loader's data, from any component of a page. */
export function useShell(): ShellData {
  const shell = useShellIfAny();
  if (!shell) throw new Error('The shell is used outside the root route');
  return shell;
}

/** The same, or undefined on the page that stands when even the shell could not be read. */
export function useShellIfAny(): ShellData | undefined {
  return useRouteLoaderData<ShellData>('root');
}
