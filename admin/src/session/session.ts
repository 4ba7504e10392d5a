import { createContext, useContext } from 'react';
import type { Me } from './me.ts';

export type Session = {
  me: Me;
  /** Ends the session in this browser and shows the page of signing in. */
  leave: () => Promise<void>;
  /** Shows at once what the shop has just stored: which columns of a list the person has put out of sight. */
  noteHiddenColumns: (list: string, hidden: string[]) => void;
};

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('outside of SessionGate');
  return session;
}

/** Whether the person may do this; what may not be done is not shown. The server decides again. */
export function useCan(permission: string | null): boolean {
  const { me } = useSession();
  return permission === null || me.permissions.includes(permission);
}

/** What a refused call says of the session: enter the code again, or sign in again; null: nothing. */
export function lockOf(error: unknown): Lock | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  if (error.code === 'signed_out') return 'password';
  return error.code === 'second_factor_needed' ? 'code' : null;
}

/** What must be entered before the person goes on. */
export type Lock = 'password' | 'code';

/** Carries from the calls, which are no components, what they met: of one page there is one. */
class SessionSignals extends EventTarget {
  /** `error`: of any call; only what concerns the session is passed on. */
  note(error: unknown): void {
    const lock = lockOf(error);
    if (lock) this.dispatchEvent(new CustomEvent<Lock>('lock', { detail: lock }));
  }

  /** Returns a function that ends the following. */
  follow(listener: (lock: Lock) => void): () => void {
    const onLock = (event: Event) => listener((event as CustomEvent<Lock>).detail);
    this.addEventListener('lock', onLock);
    return () => this.removeEventListener('lock', onLock);
  }
}

export const sessionSignals = new SessionSignals();
