import { branchesOf } from './directory.ts';
import type { Department } from './queries.ts';

export type HostAnswer =
  | { kind: 'branch'; department: Department }
  /** The main branch's own label: it lives at MAIN_DOMAIN itself. */
  | { kind: 'moved'; department: Department }
  | { kind: 'unknown'; department: null };

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Host header → lower case, without port and final dot. */
export function hostName(header: string): string {
  return header.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
}

/** Which branch lives at a host (S1-02, S9-02). `localhost` and loopback addresses show the main branch without a redirect. */
export function answerHost(host: string, departments: Department[], mainDomain: string): HostAnswer {
  const branches = branchesOf(departments);
  const main = branches.find((department) => department.is_main);
  if (main && (host === mainDomain || localHosts.has(host))) return { kind: 'branch', department: main };
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

/** scheme://host[:port] of a branch, with the scheme and the port of the page that links to it. */
export function branchOrigin(branch: { domain: string; is_main: boolean }, origin: string, mainDomain: string): string {
  // A Host header may hold anything, so it is not parsed as a URL: only its port is taken.
  const scheme = origin.startsWith('https:') ? 'https' : 'http';
  const port = /:(\d{1,5})$/.exec(origin)?.[0] ?? '';
  return `${scheme}://${branch.is_main ? mainDomain : `${branch.domain}.${mainDomain}`}${port}`;
}
