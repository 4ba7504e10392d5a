import { localHosts } from '#shared/urls.ts';
import { branchesOf } from './directory.ts';
import type { Department } from './queries.ts';

export type HostAnswer =
  | { kind: 'branch'; department: Department }
  /** The main branch's own label: it lives at MAIN_DOMAIN itself. */
  | { kind: 'moved'; department: Department }
  | { kind: 'unknown'; department: null };

/** What of the settings says where the branches live. */
export type HostSettings = {
  MAIN_DOMAIN: string;
  isDemonstration: boolean;
  PUBLIC_SCHEME?: 'https' | 'http' | undefined;
  PUBLIC_PORT?: number | undefined;
  PORT: number;
};

/** Host header → lower case, without port and final dot. */
export function hostName(header: string): string {
  return header.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
}

/**
 * True for names of this machine alone, with or without a port: `localhost`, its sub-domains (RFC 6761) and loopback
 * addresses.
 */
export function isLocalHost(host: string): boolean {
  const name = hostName(host);
  return localHosts.has(name) || name.endsWith('.localhost');
}

/**
 * Which branch lives at a host (S1-02, S9-02). In a demonstration `localhost` and loopback addresses show the main
 * branch without a redirect; a shop of its own is not there.
 */
export function answerHost(
  host: string,
  departments: Department[],
  { MAIN_DOMAIN: mainDomain, isDemonstration }: HostSettings,
): HostAnswer {
  const branches = branchesOf(departments);
  const main = branches.find((department) => department.is_main);
  if (main && (host === mainDomain || (isDemonstration && localHosts.has(host))))
    return { kind: 'branch', department: main };
  if (!host.endsWith(`.${mainDomain}`)) return { kind: 'unknown', department: null };
  const label = host.slice(0, -mainDomain.length - 1);
  const department = branches.find((branch) => branch.domain === label);
  if (!department) return { kind: 'unknown', department: null };
  return { kind: department.is_main ? 'moved' : 'branch', department };
}

/** True on MAIN_DOMAIN and under it; `localhost` and addresses show the shop but stay out of search engines. */
export function isShopHost(host: string, mainDomain: string): boolean {
  return host === mainDomain || host.endsWith(`.${mainDomain}`);
}

/**
 * scheme://host[:port] of a branch as the settings say it: what emails, search engines and partners are given. Never
 * from a Host header, which a stranger writes. Scheme and port are PUBLIC_SCHEME and PUBLIC_PORT, else https without a
 * port; a demonstration's are http and the port it listens on, `listening` where it is known (PORT may be 0).
 */
export function configuredOrigin(
  branch: { domain: string; is_main: boolean },
  settings: HostSettings,
  listening: number | undefined = settings.PORT,
): string {
  const { MAIN_DOMAIN, isDemonstration } = settings;
  const scheme = settings.PUBLIC_SCHEME ?? (isDemonstration ? 'http' : 'https');
  const port = settings.PUBLIC_PORT ?? (isDemonstration ? listening : undefined);
  const isUsual = port === undefined || port === (scheme === 'https' ? 443 : 80);
  return branchOrigin(branch, isUsual ? `${scheme}://` : `${scheme}://:${port}`, MAIN_DOMAIN);
}

/** scheme://host[:port] of a branch, with the scheme and the port of the page that links to it. */
export function branchOrigin(branch: { domain: string; is_main: boolean }, origin: string, mainDomain: string): string {
  // A Host header may hold anything, so it is not parsed as a URL: only its port is taken.
  const scheme = origin.startsWith('https:') ? 'https' : 'http';
  const port = /:(\d{1,5})$/.exec(origin)?.[0] ?? '';
  return `${scheme}://${branch.is_main ? mainDomain : `${branch.domain}.${mainDomain}`}${port}`;
}

/** What stands before a path of a branch in a link: nothing on the pages of that branch itself, else its origin. */
export function originFrom(
  here: { department: { id_1c: string }; origin: string },
  branch: { id_1c: string; domain: string; is_main: boolean },
  mainDomain: string,
): string {
  return branch.id_1c === here.department.id_1c ? '' : branchOrigin(branch, here.origin, mainDomain);
}
