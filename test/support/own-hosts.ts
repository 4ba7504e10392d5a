import dns, { type LookupOptions } from 'node:dns';
import promises from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded before a process of the shop (`--import`): to it the domains under .test lead to this machine, as a record in
 * DNS would say. Other names are looked up as usual.
 */
const here = { address: '127.0.0.1', family: 4 };
const isOurs = (host: string) => host.endsWith('.test');

const { lookup } = dns;
const lookupLater = promises.lookup;

type Done = (error: NodeJS.ErrnoException | null, address: unknown, family?: number) => void;

dns.lookup = ((host: string, options: LookupOptions | Done, done: Done) => {
  const [given, callback] = typeof options === 'function' ? [{}, options] : [options, done];
  if (!isOurs(host)) return lookup(host, given, callback as never);
  return given.all ? callback(null, [here]) : callback(null, here.address, here.family);
}) as typeof dns.lookup;

promises.lookup = (async (host: string, options: LookupOptions = {}) => {
  if (!isOurs(host)) return lookupLater(host, options);
  return options.all ? [here] : here;
}) as typeof promises.lookup;

syncBuiltinESMExports();
