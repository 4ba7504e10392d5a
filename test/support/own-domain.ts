import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { request as askPlainly } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { atEnd } from './at-end.ts';
import { temporaryFolder } from './processes.ts';

/** Of lavka.test and what lies under it, signed by itself, for a hundred years; it guards nothing. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg3nu/b9yun/6/rbsY
G95O+0nAWgpT3WPAK+G4Wy6GAMqhRANCAAQGgFg0B3NdDcnP5e4Bj1+EelPx544Y
zBOerX5WEZknl3LWjZvqGvmnlhScR3K+NpGMxx5iiodl6eqN7EvoIpst
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBcDCCARagAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlzaG9wLnRl
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CXNob3AudGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABAaAWDQHc10Nyc/l
7gGPX4R6U/HnjhjME56tflYRmSeXctaNm+oa+aeWFJxHcr42kYzHHmKKh2Xp6o3s
S+gimy2jVzBVMCMGA1UdEQQcMBqCCmxhdmthLnRlc3SCDCoubGF2a2EudGVzdDAP
BgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBQl9PVNq/BpT+c2J7+pGCYGckSREjAK
BggqhkjOPQQDAgNIADBFAiARYvJJDfsssrDwF9f3An8rKDIcTVBAwFyxTtFJQjAh
1gIhAJjXS1Fyt3BtuXVKBanSRXwtfOGvhjJLreN90GmiEm4J
-----END CERTIFICATE-----`;

/**
 * A domain of one's own: a proxy that ends TLS for lavka.test on a port of this machine, as stands before a shop, and
 * the settings under which a process of the shop lives there. Browsers of tests find every domain under .test here.
 */
export async function ownDomain() {
  let target = 0;
  const server = createServer({ key, cert }, ({ method, url, headers, socket }, response) => {
    // What a visitor sent of these is replaced: the shop believes the proxy.
    const passed = { ...headers, 'x-forwarded-for': socket.remoteAddress ?? '', 'x-forwarded-proto': 'https' };
    // A connection each: one kept alive may be closed by the shop in the moment it is used again.
    const inner = askPlainly({ agent: false, host: '127.0.0.1', port: target, method, path: url, headers: passed });
    inner.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    inner.on('error', () => response.destroy());
    response.on('close', () => inner.destroy());
    response.req.pipe(inner);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const authority = join(await temporaryFolder(), 'authority.pem');
  await writeFile(authority, cert);
  return {
    environment: {
      MAIN_DOMAIN: 'lavka.test',
      PUBLIC_SCHEME: 'https',
      PUBLIC_PORT: String(port),
      TRUST_PROXY: '127.0.0.1',
      NODE_EXTRA_CA_CERTS: authority,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'own-hosts.ts')}`,
    },
    address: (path: string) => `https://lavka.test:${port}${path}`,
    /** Which process answers. */
    leadTo: (port: number) => {
      target = port;
    },
  };
}
