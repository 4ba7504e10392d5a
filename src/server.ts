import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openDatabase } from '#platform/database.ts';
import { openLog } from '#platform/log.ts';
import { buildApp } from './app.ts';
import { readConfig } from './config.ts';

const config = readConfig();
const log = openLog(config.LOG_LEVEL);
const db = openDatabase(config.DATABASE_URL ?? '');
const build = await import(pathToFileURL(resolve('build/server/index.js')).href);
const app = await buildApp({ db, config, log, build, clientDir: resolve('build/client') });
await app.listen({ port: config.PORT, host: config.HOST });
