import { expect, test } from 'vitest';
import { isContentOf } from './file-content.ts';
import { type UploadType, uploadProblem, uploadTypeOf } from './upload-rules.ts';

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);
const good: [string, Buffer][] = [
  ['a.png', png],
  ['a.JPG', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ['a.jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe1])],
  ['a.txt', Buffer.from('Список: 5 мешков\r\n')],
  ['a.pdf', Buffer.from('%PDF-1.7\n')],
  ['a.doc', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])],
  ['a.docx', Buffer.from('PK\u0003\u0004[Content_Types].xml word/document.xml', 'latin1')],
  ['a.rtf', Buffer.from('{\\rtf1}')],
];

test('[S5-07] only png, jpeg, jpg, plain text, pdf, msword, docx and rtf are taken, by name', () => {
  for (const [name] of good) expect(uploadTypeOf(name), name).not.toBeNull();
  for (const name of ['a.exe', 'a.svg', 'a.html', 'a.png.js', 'png', '', 'a.zip', 'a.constructor'])
    expect(uploadTypeOf(name), name).toBeNull();
  expect(uploadProblem([{ name: 'a.exe', size: 1 }])).toBe('Недопустимый формат файла');
});

test('[S5-07] a file of 5242880 bytes is taken, one byte more is too large', () => {
  expect(uploadProblem([{ name: 'a.png', size: 5_242_880 }])).toBeNull();
  expect(uploadProblem([{ name: 'a.png', size: 5_242_881 }])).toBe('Файл слишком большой');
});

test('[S5-07] the content is checked against the type: a renamed program is refused', () => {
  for (const [name, bytes] of good) expect(isContentOf(uploadTypeOf(name)!, bytes), name).toBe(true);
  const program = Buffer.from([0x4d, 0x5a, 0x90, 0x00, 0x03, 0x00]);
  const types = new Set(good.map(([name]) => uploadTypeOf(name) as UploadType));
  for (const type of types) {
    expect(isContentOf(type, program), type).toBe(false);
    expect(isContentOf(type, Buffer.alloc(0)), type).toBe(false);
  }
});

test('a large file is recognised by its two ends, and nothing between them is looked at', () => {
  const document = Buffer.alloc(5_242_880, 'w');
  document.write('PK\u0003\u0004', 0, 'latin1');
  document.write('[Content_Types].xml', 30, 'latin1');
  const type = uploadTypeOf('a.docx')!;
  expect(isContentOf(type, document)).toBe(false);
  document.write('word/document.xml', document.length - 100, 'latin1');
  expect(isContentOf(type, document)).toBe(true);
  const text = Buffer.alloc(5_242_880, 'w');
  text[2_000_000] = 0;
  expect(isContentOf('text/plain', text)).toBe(true);
  text[text.length - 1] = 0;
  expect(isContentOf('text/plain', text)).toBe(false);
});
