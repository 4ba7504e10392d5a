import { machineRows } from './support/machine-rows.ts';
import { report } from './support/report.ts';

/**
 * `npm run bench -- machine [SECONDS]`: what the machine itself does at this hour: a bare `node:http` server of one
 * process that sends the same 18 KB, as long as the answer of a list, over 16 connections and one. Nothing of the shop;
 * other figures of the same run may be held against it.
 */
const seconds = Number(process.argv.at(-1)) || 4;
report(await machineRows(seconds));
