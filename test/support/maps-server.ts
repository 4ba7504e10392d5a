import { createServer } from 'node:http';

/**
 * Yandex Maps v3 as far as a page meets it: one script behind a key, `ymaps3.ready` before anything else, layers and
 * marks put on a map. Run as a process of its own, `node test/support/maps-server.ts`: prints {port} as a line of JSON.
 * `POST /control` with the mode as its body: ok; refused (a bad key: 403); silent (`ready` never settles); broken (the
 * script holds no maps). `GET /asked` tells what was asked for since the last change of the mode.
 */
type Mode = 'ok' | 'refused' | 'silent' | 'broken';
let mode: Mode = 'ok';
let asked: { apikey: string | null; lang: string | null; referer: string | null }[] = [];

const maps = (ready: string) => `(() => {
  let isReady = false;
  const need = () => { if (!isReady) throw new Error('ymaps3 used before ready'); };
  class Marker { constructor(options, element) { need(); Object.assign(this, options, { element }); } }
  class Layer { constructor(kind) { need(); this.kind = kind; } }
  class Map {
    constructor(element, options) {
      need();
      this.node = document.createElement('div');
      this.node.className = 'fake-map';
      this.node.dataset.location = JSON.stringify(options.location);
      this.node.style.cssText = 'position:absolute;inset:0;background:#dfe6df';
      this.layers = [];
      element.append(this.node);
    }
    addChild(child) {
      if (child instanceof Marker) {
        if (!this.layers.includes('features')) throw new Error('marks need the features layer');
        const place = document.createElement('div');
        place.dataset.coordinates = child.coordinates.join(',');
        const at = this.node.children.length;
        place.style.cssText = 'position:absolute;left:' + (15 + at * 12) + '%;top:' + (30 + (at % 3) * 20) + '%';
        place.append(child.element);
        this.node.append(place);
      } else this.layers.push(child.kind);
      return this;
    }
    destroy() { this.node.remove(); window.destroyedMaps = (window.destroyedMaps ?? 0) + 1; }
  }
  window.ymaps3 = {
    ready: ${ready},
    YMap: Map,
    YMapMarker: Marker,
    YMapDefaultSchemeLayer: class extends Layer { constructor() { super('scheme'); } },
    YMapDefaultFeaturesLayer: class extends Layer { constructor() { super('features'); } },
  };
})();`;

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (url.pathname === '/control') {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      mode = Buffer.concat(chunks).toString() as Mode;
      asked = [];
      response.end('ok');
    });
    return;
  }
  if (url.pathname === '/asked') {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(asked));
    return;
  }
  if (url.pathname !== '/v3/') {
    response.writeHead(404).end();
    return;
  }
  asked.push({
    apikey: url.searchParams.get('apikey'),
    lang: url.searchParams.get('lang'),
    referer: request.headers.referer ?? null,
  });
  if (mode === 'refused' || !url.searchParams.get('apikey') || !url.searchParams.get('lang')) {
    response.writeHead(403, { 'Content-Type': 'application/json' }).end('{"message":"Invalid api key"}');
    return;
  }
  const later = 'new Promise((resolve) => setTimeout(() => { isReady = true; resolve(); }, 50))';
  const script = mode === 'broken' ? 'void 0;' : maps(mode === 'silent' ? 'new Promise(() => {})' : later);
  response.writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8' }).end(script);
});
server.listen(Number(process.env.MAPS_PORT ?? 0), '127.0.0.1', () => {
  const address = server.address();
  console.log(JSON.stringify({ port: typeof address === 'object' && address ? address.port : 0 }));
});
