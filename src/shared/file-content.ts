import type { UploadType } from './upload-rules.ts';

/**
 * Whether the bytes are what the type says (S5-07): a program renamed to .png is none. An empty file is nothing. Pure, so that the browser
 * looks into a file before it is sent as the server does afterwards (S5-11).
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
        startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) && holds(bytes, 'word/') && holds(bytes, '[Content_Types].xml')
      );
    case 'text/plain':
      // Text in any of the encodings people use has no control characters but these; programs and archives have.
      return bytes.length > 0 && !bytes.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27));
  }
}

function startsWith(bytes: Uint8Array, magic: number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

/** Whether this ASCII text stands somewhere in the bytes. */
function holds(bytes: Uint8Array, text: string): boolean {
  const wanted = codes(text);
  for (let at = bytes.indexOf(wanted[0]!); at >= 0; at = bytes.indexOf(wanted[0]!, at + 1))
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return true;
  return false;
}

function codes(text: string): number[] {
  return [...text].map((sign) => sign.charCodeAt(0));
}
