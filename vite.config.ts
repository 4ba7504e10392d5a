import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import { beginningsWith, pathsWith } from './src/web/page-facts.ts';
import { guardChunkReload } from './src/web/parts/chunk-guard/vite-plugin.ts';

const serverRoom = /^#(platform|integrations|api|jobs|src|demo)\/|^#modules\/(?!.*\/schema\.ts$)/;
const marker = '\0server-only:';

/**
 * Server rooms never reach the browser: only `#shared/…` and a module's `schema.ts` may. A route's server half is cut out after its imports are
 * resolved, so they become empty modules here, and what still uses one in the finished bundle fails the build.
 */
function refuseServerImports(): Plugin {
  return {
    name: 'refuse-server-imports',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId(source, importer) {
      if (!serverRoom.test(source)) return null;
      return {
        id: `${marker}${source} from ${importer?.split('/src/').at(-1) ?? 'the entry'}`,
        moduleSideEffects: false,
      };
    },
    load(id) {
      return id.startsWith(marker) ? { code: 'export default undefined;', moduleSideEffects: false } : null;
    },
    moduleParsed({ id, importedIds }) {
      // Routes are cut by React Router; any other browser file that still names a server room is a mistake.
      const named = importedIds.find((imported) => imported.startsWith(marker));
      if (named && !id.includes('?') && !/\/route\.tsx$|\/root\.tsx$|\/layout\.tsx$/.test(id)) {
        this.error(`Server code in the browser bundle: ${named.slice(marker.length)}`);
      }
    },
  };
}

/** Writes .br and .gz beside every text asset: the server sends them as they are. */
function compressAssets(): Plugin {
  const compressors = [
    { suffix: '.gz', compress: promisify(gzip) },
    { suffix: '.br', compress: promisify(brotliCompress) },
  ];
  return {
    name: 'compress-assets',
    // The route manifest joins the client's assets while the server's bundle is written, so that is when all are there.
    applyToEnvironment: (environment) => environment.name === 'ssr',
    async closeBundle() {
      const folder = 'build/client/assets';
      const names = (await readdir(folder).catch(() => [])).filter((name) => /\.(js|css|svg)$/.test(name));
      await Promise.all(
        names.map(async (name) => {
          const bytes = await readFile(join(folder, name));
          await Promise.all(
            compressors.map(async ({ suffix, compress }) =>
              writeFile(join(folder, name + suffix), await compress(bytes)),
            ),
          );
        }),
      );
    },
  };
}

const partOfEveryPage =
  /src\/(shared|web\/(ui|parts\/(request|visitor|goods|shell|dialogs)))\/|src\/web\/[a-z-]+\.tsx?$/;
/** What stands around every page and is asked for with it, in one file: a dozen small ones compress worse. */
const partOfShell =
  /src\/web\/(parts\/(chunk-guard\/chunk-guard|chunk-guard\/may-reload|shell\/(shell|header|mobile-header|header-item|header-counters|city-selector|city-question|city-state|use-[a-z-]+|menu-html|acting-strip|loading-bar|loading-indicator-state|told-search-on-demand)|dialogs\/dialogs-on-demand|request\/use-shell|signing\/(signing|cabinet-button)|visitor\/signed-mark|forms\/form-(host|link)|seo\/meta)|ui\/(deferred|on-demand|page-idle))\.tsx?$|images\/logo\.svg/;
/** Many kinds of pages use them, many do not. */
const partOfSome =
  /src\/(shared\/(calculators|listing-query|work-time|zoned-time)|web\/(ui\/(pager|after-press)|parts\/visitor\/auth[a-z-]*))\.tsx?$/;
const partOfForms =
  /src\/(web\/ui\/(field|field-error|file-field|phone-field|choice|qr-code)\.tsx|shared\/(form-rules|phone-mask|upload-rules|company-numbers|file-content|clean-text)\.ts)/;

export default defineConfig({
  define: {
    __PREFETCHED_PAGES__: JSON.stringify(pathsWith(({ isPrefetched = false }) => isPrefetched)),
    __SIGNING_IN_PAGES__: JSON.stringify(
      `^/(${beginningsWith(({ isAboutSigningIn = false }) => isAboutSigningIn).join('|')})(/|$)`,
    ),
  },
  plugins: [refuseServerImports(), guardChunkReload(), reactRouter(), compressAssets()],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Thirty small files compress badly one by one: what every page loads is two files, the framework
            // and the shop's own parts. Forms of the personal area and of signing in stand in no page of the catalogue.
            codeSplitting: {
              groups: [
                { name: 'framework', test: /node_modules/, minShareCount: 3, priority: 2 },
                {
                  name: 'shop',
                  test: (id) => partOfEveryPage.test(id) && !partOfForms.test(id) && !partOfSome.test(id),
                  minShareCount: 4,
                  priority: 1,
                },
                { name: 'shell', test: partOfShell, priority: 1 },
                { name: 'forms', test: partOfForms, minShareCount: 2, priority: 0 },
              ],
            },
          },
        },
      },
    },
    ssr: { build: { rollupOptions: { external: [/^#(platform|modules|integrations)\//] } } },
  },
});
