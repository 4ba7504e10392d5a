import { resolve } from 'node:path';
import { type KindName, pageKinds } from '#test/support/page-kinds.ts';
import { pageWeights } from '#test/support/page-weight.ts';
import { readBuild } from '#test/support/route-kinds.ts';
import { buildPages } from '../scripts/build.ts';

/**
 * `npm run bench -- weight [KIND]`: script and style of the first load of each kind of page after gzip, from the build
 * alone; with a kind, its files.
 */
await buildPages();
const weights = pageWeights(await readBuild(), resolve('build/client'));
const kind = process.argv[2] as KindName | undefined;
const kb = (bytes: number) => Number((bytes / 1_000).toFixed(1));
if (kind) console.table(weights[kind].files.map(([file, bytes]) => ({ file, 'KB gzip': kb(bytes) })));
else
  console.table(
    Object.fromEntries(
      Object.entries(weights).map(([name, { script, style }]) => {
        const budget = pageKinds[name as KindName].script_budget;
        return [
          name,
          {
            'script, KB gzip': kb(script),
            'budget, KB': kb(budget),
            left: kb(budget - script),
            'style, KB gzip': kb(style),
          },
        ];
      }),
    ),
  );
