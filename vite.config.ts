import { existsSync } from 'node:fs';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import { compressAssets } from './scripts/compress-assets.ts';
import { beginningsWith, pathsWith } from './src/shared/page-facts.ts';
import { guardChunkReload } from './src/web/parts/chunk-guard/vite-plugin.ts';
import { setUnbrokenWords } from './src/web/parts/unbroken-words/vite-plugin.ts';

const serverModule = /^#(platform|integrations|api|jobs|src|demo)\/|^#modules\/(?!.*\/schema\.ts$)/;
const marker = '\0server-only:';

/**
 * Server modules never reach the browser: only `#shared/…` and a module's `schema.ts` may. A route's server half is cut
 * out after its imports are resolved, so they become empty modules here, and what still uses one in the finished bundle
 * fails the build.
 */
function refuseServerImports(): Plugin {
  return {
    name: 'refuse-server-imports',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId(source, importer) {
      if (!serverModule.test(source)) return null;
      return {
        id: `${marker}${source} from ${importer?.split('/src/').at(-1) ?? 'the entry'}`,
        moduleSideEffects: false,
      };
    },
    load(id) {
      return id.startsWith(marker) ? { code: 'export default undefined;', moduleSideEffects: false } : null;
    },
    moduleParsed({ id, importedIds }) {
      // Routes are cut by React Router; any other browser file that still names a server module is a mistake.
      const named = importedIds.find((imported) => imported.startsWith(marker));
      if (named && !id.includes('?') && !/\/route\.tsx$|\/root\.tsx$|\/layout\.tsx$/.test(id)) {
        this.error(`Server code in the browser bundle: ${named.slice(marker.length)}`);
      }
    },
  };
}

/**
 * The route manifest joins the client's assets while the server's bundle is written, so that is when all are there; a
 * build that failed before has no folder.
 */
function compressClient(): Plugin {
  const folder = 'build/client/assets';
  return {
    name: 'compress-assets',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    closeBundle: async () => {
      if (existsSync(folder)) await compressAssets(folder);
    },
  };
}

/** What is asked for with every page. Not the entry: it begins to hydrate when it is run, and is run last. */
const frames = /\/src\/web\/(root|pages\/(layout|page-frame))\.tsx/;

/** Little that most pages share: as files of their own the list of routes would name them for each. */
const shared = /\/src\/(shared\/(folded|lower-first)\.ts|web\/(ui\/breadcrumbs\.tsx|parts\/seo\/meta\.ts))/;

/** What a price is multiplied by: asked for together, and the second is one short function. */
const priceFactors = /\/src\/shared\/(units|tiers)\.ts/;

/** What checks a form: every page with a form asks for all of it. */
const formCheck = /\/src\/(shared\/form-rules\.ts|web\/parts\/forms\/(form-check|use-form-check)\.tsx?)/;

type ModuleGraph = { getModuleInfo(id: string): { importers: readonly string[] } | null };

/**
 * Whether the frames of every page import this file at once, themselves or through others. Style stays with the frame:
 * its order is the cascade's.
 */
function isAroundEveryPage(id: string, modules: ModuleGraph): boolean {
  if (frames.test(id) || id.includes('.css')) return false;
  const met = new Set([id]);
  for (const one of met) {
    if (frames.test(one)) return true;
    for (const importer of modules.getModuleInfo(one)?.importers ?? []) met.add(importer);
  }
  return false;
}

/** An expression for the addresses of the pages with a fact, as the browser's code has it. */
function beginsWith(hasFact: Parameters<typeof beginningsWith>[0]): string {
  return JSON.stringify(`^/(${beginningsWith(hasFact).join('|')})(/|$)`);
}

/**
 * Names of fonts and pictures, the same from both builds: the document names those of the server's, the style sheet
 * those of the browser's.
 */
const assetFileNames = 'assets/[name]-[hash:7][extname]';

export default defineConfig({
  define: {
    __PREFETCHED_PAGES__: JSON.stringify(pathsWith(({ isPrefetched = false }) => isPrefetched)),
    __SIGNING_IN_PAGES__: beginsWith(({ isAboutSigningIn = false }) => isAboutSigningIn),
    __BUSY_PAGES__: beginsWith(({ isBusy = false }) => isBusy),
    __QUIET_PAGES__: beginsWith(({ isQuiet = false }) => isQuiet),
  },
  plugins: [setUnbrokenWords(), refuseServerImports(), guardChunkReload(), reactRouter(), compressClient()],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // The list of routes names every file: an eighth less of what cannot be packed there.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames,
            // Thirty small files compress badly one by one: what every page loads is two files, the framework and what
            // stands around the page.
            codeSplitting: {
              groups: [
                { name: 'framework', test: /node_modules/, minShareCount: 3, priority: 1 },
                { name: (id, modules) => (shared.test(id) || isAroundEveryPage(id, modules) ? 'shell' : null) },
                { name: 'units', test: priceFactors },
                { name: 'form-check', test: formCheck },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: { rolldownOptions: { external: [/^#(platform|modules|integrations)\//], output: { assetFileNames } } },
    },
  },
});
