import { SMTPServer } from 'smtp-server';

/**
 * A post office that takes every email except to `refused@…` and prints what it heard as JSON lines: first {port}, then
 * {from, to, data} per email. Run as a process of its own: `node test/support/smtp-sink.ts`.
 */
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo({ address }, _session, done) {
    done(
      address.startsWith('refused@')
        ? Object.assign(new Error('mailbox unavailable'), { responseCode: 550 })
        : undefined,
    );
  },
  onData(stream, session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const { mailFrom, rcptTo } = session.envelope;
      const from = mailFrom ? mailFrom.address : '';
      console.log(
        JSON.stringify({ from, to: rcptTo.map(({ address }) => address), data: Buffer.concat(chunks).toString() }),
      );
      done();
    });
  },
});
const listening = server.listen(0, '127.0.0.1', () => {
  const address = listening.address();
  console.log(JSON.stringify({ port: typeof address === 'object' && address ? address.port : 0 }));
});
