import type { Got } from '../parts/got.ts';
import { request } from '../request.ts';

/** Who works here. */
export type Me = Got<'/api/admin/me'>;

export async function readMe(): Promise<Me> {
  return (await request<Me>('/api/admin/me')).body;
}

/** Mail and password; the code follows. */
export async function sendPassword(username: string, password: string): Promise<void> {
  await request('/api/auth/login', { method: 'POST', body: { username, password } });
}

/** Six digits of the application of codes. */
export async function sendCode(code: string): Promise<void> {
  await request('/api/admin/second-factor', { method: 'POST', body: { code } });
}

export async function signOut(): Promise<void> {
  await request('/api/_auth/cookie', { method: 'DELETE' });
}
