/** A film is a row of pictures, each a key frame of VP8: that is what a lossy WebP without transparency holds. */
export type FilmFrame = { at_ms: number; webp: Buffer };

/**
 * The frames as a WebM that browsers play and wind (RFC 9559, RFC 6386): one track, a cluster for each second. The
 * first frame stands at 0; `duration_ms` is at least that of the last one.
 */
export function webmOf(frames: FilmFrame[], size: { width: number; height: number }, duration_ms: number): Buffer {
  const clusters = [...Map.groupBy(frames, ({ at_ms }) => Math.floor(at_ms / 1000))].map(([, group]) =>
    clusterOf(group),
  );
  const info = element(0x1549a966, [
    element(0x2ad7b1, whole(1_000_000)), // one tick is a millisecond
    element(0x4489, float(duration_ms)),
    element(0x4d80, text('idd-shop')),
    element(0x5741, text('idd-shop')),
  ]);
  const track = element(0xae, [
    element(0xd7, whole(1)),
    element(0x73c5, whole(1)),
    element(0x83, whole(1)),
    element(0x9c, whole(0)),
    element(0x86, text('V_VP8')),
    element(0xe0, [element(0xb0, whole(size.width)), element(0xba, whole(size.height))]),
  ]);
  const tracks = element(0x1654ae6b, [track]);
  // Positions take the same room whatever they are, so the index knows its own length before it knows them.
  const cuesOf = (before: number) => {
    const positions = clusters.map((_, at) =>
      clusters.slice(0, at).reduce((sum, { data }) => sum + data.length, before),
    );
    return element(
      0x1c53bb6b,
      clusters.map(({ at_ms }, at) =>
        element(0xbb, [
          element(0xb3, whole(at_ms)),
          element(0xb7, [element(0xf7, whole(1)), element(0xf1, whole(positions[at] ?? 0))]),
        ]),
      ),
    );
  };
  const cues = cuesOf(info.length + tracks.length + cuesOf(0).length);
  const head = element(0x1a45dfa3, [
    element(0x4286, whole(1)),
    element(0x42f7, whole(1)),
    element(0x42f2, whole(4)),
    element(0x42f3, whole(8)),
    element(0x4282, text('webm')),
    element(0x4287, whole(2)),
    element(0x4285, whole(2)),
  ]);
  return Buffer.concat([head, element(0x18538067, [info, tracks, cues, ...clusters.map(({ data }) => data)])]);
}

function clusterOf(frames: FilmFrame[]): { at_ms: number; data: Buffer } {
  const [{ at_ms } = { at_ms: 0 }] = frames;
  const blocks = frames.map((frame) => {
    const head = Buffer.from([0x81, 0, 0, 0x80]);
    head.writeInt16BE(frame.at_ms - at_ms, 1);
    return element(0xa3, [head, keyFrameIn(frame.webp)]);
  });
  return { at_ms, data: element(0x1f43b675, [element(0xe7, whole(at_ms)), ...blocks]) };
}

/** The VP8 of a WebP. Throws for one that holds none: transparent, lossless or moving. */
function keyFrameIn(webp: Buffer): Buffer {
  for (let at = 12; at + 8 <= webp.length; ) {
    const length = webp.readUInt32LE(at + 4);
    if (webp.toString('latin1', at, at + 4) === 'VP8 ') return webp.subarray(at + 8, at + 8 + length);
    at += 8 + length + (length % 2);
  }
  throw new Error('a frame of a film holds no VP8');
}

function element(id: number, content: Buffer | Buffer[]): Buffer {
  const data = Buffer.isBuffer(content) ? content : Buffer.concat(content);
  const name = id.toString(16);
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE((1n << 56n) | BigInt(data.length));
  return Buffer.concat([Buffer.from(name, 'hex'), length, data]);
}

function whole(value: number): Buffer {
  const data = Buffer.alloc(4);
  data.writeUInt32BE(value);
  return data;
}

function float(value: number): Buffer {
  const data = Buffer.alloc(8);
  data.writeDoubleBE(value);
  return data;
}

const text = (words: string): Buffer => Buffer.from(words, 'latin1');
