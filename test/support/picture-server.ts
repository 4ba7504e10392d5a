import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

const photo = await sharp({ create: { width: 1280, height: 960, channels: 3, background: '#c8321e' } })
  .jpeg()
  .toBuffer();
const asked: string[] = [];

const server = createServer((request, response) => {
  const url = request.url ?? '';
  if (url === '/asked') return response.end(JSON.stringify(asked));
  asked.push(url);
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
