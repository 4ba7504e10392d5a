import type { SaxesParser } from 'saxes';

const pieceBytes = 65_536;

/**
 * Feeds UTF-8 to the parser in pieces, so that the text is never held whole beside its bytes. Throws at the first fault
 * of the XML.
 */
export function parseXml(parser: SaxesParser, source: Buffer): void {
  parser.on('error', (error) => {
    throw error;
  });
  const decoder = new TextDecoder();
  for (let at = 0; at < source.length; at += pieceBytes)
    parser.write(decoder.decode(source.subarray(at, at + pieceBytes), { stream: true }));
  parser.write(decoder.decode()).close();
}
