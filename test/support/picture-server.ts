import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

const photo = await sharp({ create: { width: 1280, height: 960, channels: 3, background: '#c8321e' } })
  .jpeg()
  .toBuffer();
const asked: string[] = [];
/** Pictures under /held/ come when /release was asked for. */
const held: (() => void)[] = [];
let isReleased = false;

const server = createServer((request, response) => {
  const url = request.url ?? '';
  if (url === '/asked') return response.end(JSON.stringify(asked));
  if (url === '/release') {
    isReleased = true;
    for (const answer of held) answer();
    return response.end();
  }
  asked.push(url);
  if (url.startsWith('/held/')) {
    const answer = () => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(photo);
    return isReleased ? answer() : held.push(answer);
  }
  if (url === '/photo.jpg' || url === '/content/banner.jpg')
    return response.writeHead(200, { 'content-type': 'image/jpeg' }).end(photo);
  if (url === '/redirect.jpg') return response.writeHead(302, { location: '/photo.jpg' }).end();
  if (url === '/text.jpg') return response.writeHead(200, { 'content-type': 'image/jpeg' }).end('no picture');
  if (url !== '/endless.jpg') return response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'image/jpeg' });
  const pour = () => {
    while (!response.destroyed && response.write(Buffer.alloc(1_000_000)));
  };
  response.on('drain', pour);
  pour();
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
