import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestApp, testApp } from '../support/server';

/** A server for random requests, with the tax office's service connected: without it the register answers 503. */
export async function fuzzApp(): Promise<TestApp> {
  const taxOffice = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json').end('{"status":true}');
  });
  await new Promise<void>((done) => taxOffice.listen(0, '127.0.0.1', done));
  taxOffice.unref();
  const { port } = taxOffice.address() as AddressInfo;
  return testApp({ npdUrl: `http://127.0.0.1:${port}` });
}
