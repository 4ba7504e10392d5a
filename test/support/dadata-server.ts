import { createServer, type ServerResponse } from 'node:http';

/**
 * DaData's findById/party and suggest/address as far as the shop meets them, in a process of its own:
 * `node test/support/dadata-server.ts` prints {port}. `POST /control` sets the way it answers: ok, limit (403 as at the
 * end of the day), broken, silent; GET /control counts calls.
 */
let mode: 'ok' | 'limit' | 'broken' | 'silent' = 'ok';
let calls = 0;

const parties: Record<string, object> = {
  '7707329152': {
    value: 'ФНС РОССИИ',
    data: {
      inn: '7707329152',
      kpp: '770701001',
      ogrn: '1047707030513',
      type: 'LEGAL',
      name: { short_with_opf: 'ФНС России', full_with_opf: 'Федеральная налоговая служба' },
      state: { status: 'ACTIVE' },
      address: { value: 'г Москва, ул Неглинная, д 23', unrestricted_value: '127381, г Москва, ул Неглинная, д 23' },
    },
  },
  '7721581040': {
    value: 'ООО "ВЕГА"',
    data: {
      inn: '7721581040',
      kpp: '772101001',
      ogrn: '1027700229193',
      type: 'LEGAL',
      name: { short_with_opf: 'ООО "Вега"', full_with_opf: 'Общество с ограниченной ответственностью "Вега"' },
      state: { status: 'ACTIVE' },
      address: { value: 'г Москва, ул Примерная, д 1', unrestricted_value: '109000, г Москва, ул Примерная, д 1' },
    },
  },
  '500100732259': {
    value: 'ИП Смирнова Анна Петровна',
    data: {
      inn: '500100732259',
      kpp: null,
      ogrn: '319352500000009',
      type: 'INDIVIDUAL',
      name: {
        short_with_opf: 'ИП Смирнова А. П.',
        full_with_opf: 'Индивидуальный предприниматель Смирнова Анна Петровна',
      },
      state: { status: 'LIQUIDATED' },
      address: null,
    },
  },
};

const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  if (request.url === '/control') {
    if (request.method === 'POST') ({ mode } = JSON.parse(body));
    return json(response, 200, { calls });
  }
  calls++;
  if (mode === 'silent') return;
  if (mode === 'broken') return response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>');
  if (mode === 'limit') return json(response, 403, { family: 'CLIENT_ERROR', reason: 'Forbidden', message: 'limit' });
  if (request.headers.authorization !== 'Token test-token') return json(response, 401, { family: 'CLIENT_ERROR' });
  if (request.url?.endsWith('/suggest/address'))
    return json(response, 200, { suggestions: streetsFor(JSON.parse(body)) });
  if (request.method !== 'POST' || !request.url?.endsWith('/findById/party')) return json(response, 405, {});
  const party = parties[JSON.parse(body).query];
  return json(response, 200, { suggestions: party ? [party] : [] });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(JSON.stringify({ port: typeof address === 'object' && address ? address.port : 0 }));
});

/** Streets of Vologda, and the houses of one. */
function streetsFor({ query, locations }: { query: string; locations: { city?: string }[] }): object[] {
  if (!locations.some(({ city }) => city === 'Вологда')) return [];
  const typed = query.toLowerCase().replace(/^ул\.? /, '');
  const known = [
    { street_with_type: 'ул Мира', house_type: null, house: null },
    { street_with_type: 'ул Мира', house_type: 'д', house: '10' },
    { street_with_type: 'ул Ленина', house_type: null, house: null },
  ];
  return known
    .filter(({ street_with_type }) => street_with_type.toLowerCase().includes(typed))
    .map((data) => ({ value: data.street_with_type, data }));
}

function json(response: ServerResponse, status: number, answer: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(answer));
}
