/** What React Router's list of routes holds of one route; the rest is undefined in a shop without client loaders. */
type Route = {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  module: string;
  imports?: string[];
  css?: string[];
} & Record<string, unknown>;
type Manifest = {
  entry: { module: string; imports: string[]; css: string[] };
  routes: Record<string, Route>;
  url: string;
  version: string;
};

const flags = [
  'hasAction',
  'hasLoader',
  'hasClientAction',
  'hasClientLoader',
  'hasClientMiddleware',
  'hasDefaultExport',
  'hasErrorBoundary',
  'index',
] as const;
const known = new Set<string>([...flags, 'id', 'parentId', 'path', 'module', 'imports', 'css']);
const opening = 'window.__reactRouterManifest=';

/**
 * The list of all routes travels with every first page. React Router writes it as JSON of 57 KB; the same as names in tables and numbers into
 * them is a fifth to parse and half a kilobyte less after gzip. The text it gives sets the same `window.__reactRouterManifest`, key by key.
 */
export function shortManifest(text: string): string {
  if (!text.startsWith(opening)) throw new Error('React Router writes its list of routes in another way');
  const manifest: Manifest = JSON.parse(text.slice(opening.length).replace(/;\s*$/, ''));
  const { entry, routes, url, version } = manifest;
  const all = Object.values(routes);
  const files = new Map<string, number>();
  const fileNumber = (file: string) => {
    if (!files.has(file)) files.set(file, files.size);
    return files.get(file)!.toString(36);
  };
  const numbers = (list: string[]) => list.map(fileNumber).join(' ');
  const ids = all.map(({ id }) => id);
  const entryText = [numbers([entry.module]), numbers(entry.imports), numbers(entry.css)];
  const rows = all.map(({ id, parentId, path, module, imports = [], css = [], ...rest }) =>
    [
      id,
      parentId === undefined ? '' : ids.indexOf(parentId).toString(36),
      path ?? '-',
      flags.reduce((sum, flag, bit) => sum + (rest[flag] ? 1 << bit : 0), 0).toString(36),
      numbers([module]),
      numbers(imports),
      numbers(css),
      // What few routes have (`clientActionModule`) stays as it is.
      Object.keys(rest).some((key) => !known.has(key))
        ? JSON.stringify(Object.fromEntries(Object.entries(rest).filter(([key]) => !known.has(key))))
        : '',
    ].join('|'),
  );
  const names = [...files.keys()].map((file) => file.replace(/^\/assets\//, '').replace(/\.js$/, ''));
  const short = `((n,e,r,u,v)=>{let F=n.split(' ').map(f=>'/assets/'+(/\\.css#?$/.test(f)?f:f+'.js')),L=t=>t?t.split(' ').map(i=>F[parseInt(i,36)]):[],R=r.split('\\n').map(t=>t.split('|')),O={};for(let[i,p,a,b,m,s,c,x]of R){let o=O[i]={id:i};if(p)o.parentId=R[parseInt(p,36)][0];if(a!='-')o.path=a;b=parseInt(b,36);${JSON.stringify(flags)}.forEach((f,k)=>{if(k<7||b>>k&1)o[f]=!!(b>>k&1)});o.module=L(m)[0];o.imports=L(s);o.css=L(c);if(x)Object.assign(o,JSON.parse(x))}let[m,s,c]=e.split('|');window.__reactRouterManifest={entry:{module:L(m)[0],imports:L(s),css:L(c)},routes:O,url:u,version:v}})`;
  return `${short}(${[names.join(' '), entryText.join('|'), rows.join('\n'), url, version].map((part) => JSON.stringify(part)).join()})`;
}
