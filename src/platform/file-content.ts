import type { UploadType } from '#shared/upload-rules.ts';

/** Whether the bytes are what the type says (S5-07): a program renamed to .png is none. An empty file is nothing. */
export function isContentOf(type: UploadType, bytes: Buffer): boolean {
  switch (type) {
    case 'image/png':
      return startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    case 'image/jpeg':
      return startsWith(bytes, [0xff, 0xd8, 0xff]);
    case 'application/pdf':
      return bytes.subarray(0, 1024).includes('%PDF-');
    case 'application/rtf':
      return startsWith(bytes, [...Buffer.from('{\\rtf')]);
    case 'application/msword':
      // The compound file of old Office; Word also writes RTF under .doc.
      return (
        startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]) || isContentOf('application/rtf', bytes)
      );
    case 'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
      // A zip whose list of files names the document itself.
      return (
        startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) && bytes.includes('word/') && bytes.includes('[Content_Types].xml')
      );
    case 'text/plain':
      // Text in any of the encodings people use has no control characters but these; programs and archives have.
      return bytes.length > 0 && !bytes.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27));
  }
}

function startsWith(bytes: Buffer, magic: number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}
