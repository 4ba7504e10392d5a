import yauzl from 'yauzl';

/** Of one file inside: an archive of a few kilobytes may claim to hold gigabytes. */
const mostBytes = 24 * 1024 * 1024;

/** Files of a zip archive whose names pass `isWanted`, unpacked. Throws when the archive is damaged or a file inside is too large. */
export function readArchive(bytes: Buffer, isWanted: (name: string) => boolean): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    const files = new Map<string, Buffer>();
    yauzl.fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, archive) => {
      if (error) return reject(error);
      archive.on('error', reject);
      archive.on('end', () => resolve(files));
      archive.on('entry', (entry) => {
        if (!isWanted(entry.fileName)) return archive.readEntry();
        if (entry.uncompressedSize > mostBytes) return reject(new Error('Внутри файла слишком много данных'));
        archive.openReadStream(entry, (failure, stream) => {
          if (failure) return reject(failure);
          const pieces: Buffer[] = [];
          stream.on('data', (piece: Buffer) => pieces.push(piece));
          stream.on('error', reject);
          stream.on('end', () => {
            files.set(entry.fileName, Buffer.concat(pieces));
            archive.readEntry();
          });
        });
      });
      archive.readEntry();
    });
  });
}
