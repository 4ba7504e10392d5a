import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';

/** Server rooms never reach the browser: only `schema.ts` and `shared` may be imported there. */
function refuseServerImports(): Plugin {
  return {
    name: 'refuse-server-imports',
    enforce: 'pre',
    resolveId(source, importer) {
      if (this.environment.name !== 'client') return null;
      const isServerRoom =
        /^#(platform|integrations|api|jobs|src|demo)\//.test(source) || /^#modules\/(?!.*\/schema\.ts$)/.test(source);
      // A route's server half is removed from the client bundle after resolution, so only what survives is refused.
      if (isServerRoom) return { id: `\0server-only:${source}:${importer ?? ''}`, moduleSideEffects: false };
      return null;
    },
    load(id) {
      if (!id.startsWith('\0server-only:')) return null;
      return { code: 'export {};', syntheticNamedExports: true, meta: { serverOnly: id } };
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const leaked = Object.entries(chunk.modules).find(
          ([id, module]) => id.startsWith('\0server-only:') && module.renderedLength > 12,
        );
        if (leaked) this.error(`Server code in the browser bundle: ${leaked[0].slice('\0server-only:'.length)}`);
      }
    },
  };
}

export default defineConfig({
  plugins: [refuseServerImports(), reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: {
    ssr: {
      build: { rollupOptions: { external: [/^#(platform|modules|integrations)\//] } },
    },
  },
  server: { middlewareMode: true },
});
