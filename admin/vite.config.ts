import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compressAssets } from '../scripts/compress-assets.ts';

const root = import.meta.dirname;
const outDir = join(root, '../build/admin');

const compressBuilt: Plugin = {
  name: 'compress-assets',
  apply: 'build',
  closeBundle: () => compressAssets(join(outDir, 'assets')),
};

export default defineConfig({
  root,
  base: '/admin/',
  cacheDir: join(root, 'node_modules/.vite'),
  plugins: [react(), compressBuilt],
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
