import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adminRoutes } from '#api/admin/routes.ts';
import { permissions } from '#modules/staff/permissions.ts';
import { staffRoles } from '#modules/staff/schema.ts';
import { commands } from '../admin/src/shell/commands.ts';

const source = join(import.meta.dirname, '../admin/src');
const files = globSync('**/*.{ts,tsx}', { cwd: source })
  .filter((file) => file !== 'api-types.ts')
  .map((file) => ({ folder: file.split('/')[0] ?? '', text: readFileSync(join(source, file), 'utf8') }));

/** `permission` as it is written: a word, a list of words or null. */
type Section = { path: string; permission: string; folder: string };

const sections: Section[] = [
  ...readFileSync(join(source, 'sections.ts'), 'utf8').matchAll(
    /path: '(\/[^']+)',\s+permission: ([^\n]+),\n[\s\S]*?import\('\.\/([^/]+)\//g,
  ),
].map(([, path = '', permission = '', folder = '']) => ({ path, permission, folder }));
const folders = new Set(sections.map(({ folder }) => folder));

function rolesOf(permission: string): string[] {
  const grant: { roles: readonly string[]; atOwnPoints?: readonly string[] } =
    permissions[permission as keyof typeof permissions];
  return [...grant.roles, ...(grant.atOwnPoints ?? [])];
}

/** Who sees the section in the menu. */
function rolesInside({ permission }: Section): string[] {
  if (permission === 'null') return [...staffRoles];
  return [...permission.matchAll(/'([^']+)'/g)].flatMap(([, one = '']) => rolesOf(one));
}

/** Folders of the screens that ask this call; `[]`: none does, or parts common to all sections do. */
function foldersThatAsk(url: string): string[] {
  const [resource = '', ...rest] = url.replace('/api/admin/', '').split(/\/:\w+/);
  const asks = (text: string) =>
    text
      .split('\n')
      .some((line) => line.includes(`/api/admin/${resource}`) && rest.every((part) => line.includes(part)));
  const asking = files.filter(({ text }) => asks(text)).map(({ folder }) => folder);
  return asking.every((folder) => folders.has(folder)) ? [...new Set(asking)] : [];
}

test('[S6-05] whoever may read something sees a section where a screen shows it', () => {
  expect(sections.length).toBeGreaterThan(20);
  expect(folders.size).toBe(sections.length);
  const unseen: string[] = [];
  let judged = 0;
  for (const { method, url, permission } of adminRoutes) {
    if (method !== 'GET' || permission === null) continue;
    const places = foldersThatAsk(url);
    if (places.length === 0) continue;
    judged += 1;
    const seers = new Set(sections.filter(({ folder }) => places.includes(folder)).flatMap(rolesInside));
    for (const role of rolesOf(permission)) if (!seers.has(role)) unseen.push(`${role}: ${url}`);
  }
  expect(judged).toBeGreaterThan(60);
  expect(unseen).toEqual([]);
});

test('[S6-05] whatever the search offers a person opens a section that this person sees', () => {
  const closed = commands.flatMap(({ to, permission }) => {
    const section = sections.find(({ path }) => to === path || to.startsWith(`${path}/`) || to.startsWith(`${path}?`));
    const seers = section ? rolesInside(section) : [];
    return rolesOf(permission)
      .filter((role) => !seers.includes(role))
      .map((role) => `${role}: ${to}`);
  });
  expect(closed).toEqual([]);
});
