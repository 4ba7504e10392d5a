import { join } from 'node:path';
import type { NextConfig } from 'next';

const config: NextConfig = {
  poweredByHeader: false,
  // As the addresses of the shop end.
  trailingSlash: true,
  // Prices, counts and units are worded, and pages styled, by the shop's own `src`.
  turbopack: { root: join(import.meta.dirname, '../../..') },
};

export default config;
