import fastify from 'fastify';
import { WebSocketServer } from 'ws';

const app = fastify();
const sockets = new WebSocketServer({ server: app.server, perMessageDeflate: false });

app.get('/', () => ({ hello: 'world' }));
app.post('/broadcast', (request) => {
  const message = Buffer.from((request.body as { message: string }).message);
  for (const socket of sockets.clients) socket.send(message, { binary: false });
  return {};
});

console.log(`Bare: ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
process.once('SIGTERM', () => {
  for (const socket of sockets.clients) socket.terminate();
  void app.close();
});
