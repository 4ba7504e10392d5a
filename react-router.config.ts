import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // The whole route list travels with the page: it is small, and no manifest call precedes a navigation.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
