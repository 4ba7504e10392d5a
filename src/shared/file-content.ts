import type { UploadType } from './upload-rules.ts';

/**
 * Whether the bytes are what the type says (S5-07): a program renamed to .png is none. An empty file is nothing. Pure,
 * so that the browser looks into a file before it is sent as the server does afterwards (S5-11).
 */
export function isContentOf(type: UploadType, bytes: Uint8Array): boolean {
  switch (type) {
    case 'image/png':
      return startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    case 'image/jpeg':
      return startsWith(bytes, [0xff, 0xd8, 0xff]);
    case 'application/pdf':
      return holds(bytes.subarray(0, 1024), '%PDF-');
    case 'application/rtf':
      return startsWith(bytes, codes('{\\rtf'));
    case 'application/msword':
      // The compound file of old Office; Word also writes RTF under .doc.
      return (
        startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]) || isContentOf('application/rtf', bytes)
      );
    case 'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
      // A zip whose list of files names the document itself.
      return (
        startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) &&
        ['word/', '[Content_Types].xml'].every((name) => endsOf(bytes).some((end) => holds(end, name)))
      );
    case 'text/plain':
      return bytes.length > 0 && !endsOf(bytes).some(holdsControls);
  }
}

/**
 * The first and the last 64 KB: a zip names its files in both, and a program shows in the first what it is. Nobody's
 * upload holds up the server, or the browser, for longer than it takes to look through these.
 */
function endsOf(bytes: Uint8Array): Uint8Array[] {
  return bytes.length <= 2 * endBytes
    ? [bytes]
    : [bytes.subarray(0, endBytes), bytes.subarray(bytes.length - endBytes)];
}

const endBytes = 65_536;

function startsWith(bytes: Uint8Array, magic: number[], at = 0): boolean {
  for (let index = 0; index < magic.length; index++) if (bytes[at + index] !== magic[index]) return false;
  return true;
}

/** Whether this ASCII text stands somewhere in the bytes. */
function holds(bytes: Uint8Array, text: string): boolean {
  const wanted = codes(text);
  for (let at = 0; at + wanted.length <= bytes.length; at++) if (startsWith(bytes, wanted, at)) return true;
  return false;
}

/**
 * Text in any of the encodings people use has no control characters but white space and ESC; programs and archives
 * have.
 */
function holdsControls(bytes: Uint8Array): boolean {
  for (const byte of bytes) {
    if (byte < 32 && (byte < 9 || (byte > 13 && byte !== 27))) return true;
  }
  return false;
}

function codes(text: string): number[] {
  return [...text].map((sign) => sign.charCodeAt(0));
}
