import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;
const outDir = join(root, '../build/admin');

/** Writes .br and .gz beside every text asset: the server sends them as they are. */
function compressAssets(): Plugin {
  const compressors = [
    { suffix: '.gz', compress: promisify(gzip) },
    { suffix: '.br', compress: promisify(brotliCompress) },
  ];
  return {
    name: 'compress-assets',
    apply: 'build',
    async closeBundle() {
      const folder = join(outDir, 'assets');
      const names = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name));
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

export default defineConfig({
  root,
  base: '/admin/',
  cacheDir: join(root, 'node_modules/.vite'),
  plugins: [react(), compressAssets()],
  resolve: {
    alias: { '#shared': join(root, '../src/shared') },
    dedupe: ['react', 'react-dom', 'react-router', '@emotion/react'],
  },
  // The server puts a fresh nonce here for every document (src/app/admin-files.ts).
  html: { cspNonce: '__CSP_NONCE__' },
  server: { fs: { allow: [root, join(root, '../src')] } },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    manifest: true,
    chunkSizeWarningLimit: 900,
  },
});
