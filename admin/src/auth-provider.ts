import type { AuthProvider } from 'react-admin';
import type { Session } from './session/session.ts';

/**
 * What react-admin asks of the session. Signing in is the gate's (session/session-gate.tsx): nothing of the application
 * is there before it, and a session that has run out covers the screen instead of leaving it.
 */
export function createAuthProvider({ me, leave }: Session): AuthProvider {
  return {
    login: async () => {},
    logout: leave,
    checkAuth: async () => {},
    // Not a rejection: react-admin would leave the page, and what was typed would be lost. The call itself has raised
    // the cover.
    checkError: async () => {},
    getIdentity: async () => ({ id: me.person.id, fullName: me.person.full_name }),
    getPermissions: async () => me.permissions,
    canAccess: async ({ resource, action }) => me.permissions.includes(`${resource}.${action}`),
  };
}
