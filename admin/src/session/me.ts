import { request } from '../request.ts';

/** Who works here, as GET /api/admin/me says it. */
export type Me = {
  person: { id: string; full_name: string; email: string };
  roles: string[];
  role_words: string[];
  permissions: string[];
  /** Where the person works; `domain` null: the branch has no pages of its own. */
  branches: { id_1c: string; name: string; domain: string | null }[];
  all_branches: boolean;
  second_factor_until: string;
};

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
