import { useSession } from './session.ts';

/** Asks whether this person has a permission. The server decides again. */
export function useMay(): (permission: string) => boolean {
  const { me } = useSession();
  return (permission) => me.permissions.includes(permission);
}
