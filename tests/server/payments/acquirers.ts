import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Fake, Received } from '@/fakes/core';
import { startTbank } from '@/fakes/tbank';
import { startYookassa } from '@/fakes/yookassa';
import type { CreatePayment, PaymentProvider } from '@/server/integrations/acquirers/payment-provider';
import { openTbank } from '@/server/integrations/acquirers/tbank';
import { openYookassa } from '@/server/integrations/acquirers/yookassa';
import type { Exchange } from '@/server/integrations/outgoing/call';

export const acquirerNames = ['yookassa', 'tbank'] as const;

type AcquirerName = (typeof acquirerNames)[number];

const patientMs = 30_000;
const now = new Date('2026-11-27T09:00:00Z');

/** A stand-in acquirer, its adapter, and a shop that receives its webhooks; all anew for each test. */
export interface Acquirer {
  fake: Fake;
  provider: PaymentProvider;
  exchanges: Exchange[];
  /** Bodies of the webhooks that came, and what the shop answers to the next ones. */
  webhooks: unknown[];
  shop: { status: number; text: string };
  /** How long a request waits: a busy machine is no silent acquirer. One that a test makes silent is not waited for. */
  patience: { totalMs: number };
  create: (more?: Partial<CreatePayment>) => Promise<Created>;
  control: (command: Record<string, unknown>) => Promise<unknown>;
  /** Requests that the stand-in received at paths that contain this. */
  received: (path: string) => Promise<Received[]>;
}

type Created = Awaited<ReturnType<PaymentProvider['create']>> & { key: string };

export function setUpAcquirer(name: AcquirerName): Acquirer {
  const acquirer = { webhooks: [] as unknown[], exchanges: [] as Exchange[] } as Acquirer;
  let server: Server;
  let webhookUrl = '';
  beforeAll(async () => {
    server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        acquirer.webhooks.push(JSON.parse(Buffer.concat(parts).toString('utf8')));
        response.writeHead(acquirer.shop.status).end(acquirer.shop.text);
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
  });
  beforeEach(async () => {
    acquirer.webhooks.length = 0;
    acquirer.exchanges.length = 0;
    acquirer.fake = await startFakeOf(name, webhookUrl);
    acquirer.patience = { totalMs: patientMs };
    acquirer.provider = openProvider(name, acquirer);
    acquirer.shop = { status: 200, text: acquirer.provider.webhookAnswer };
  });
  afterEach(() => acquirer.fake.close());
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  let attempt = 0;
  acquirer.create = async (more = {}) => {
    attempt += 1;
    const key = more.key ?? `attempt-${attempt}`;
    const result = await acquirer.provider.create({
      ...{ key, orderId: 7, amount: 125_050, method: 'card', isTwoStage: false, description: 'Order 7' },
      ...{ returnUrl: 'https://shop.ru/paid', webhookUrl, expiresAt: new Date(now.getTime() + 3_600_000) },
      ...more,
    });
    return { ...result, key };
  };
  acquirer.control = (command) => {
    if (String(command.kind).startsWith('silent')) acquirer.patience.totalMs = 300;
    if (command.do === 'calm') acquirer.patience.totalMs = patientMs;
    return acquirer.fake.control(command);
  };
  acquirer.received = async (path) =>
    ((await acquirer.fake.control({ do: 'journal' })) as Received[]).filter((one) => one.path.includes(path));
  return acquirer;
}

const startFakeOf = (name: AcquirerName, webhookUrl: string) =>
  name === 'yookassa'
    ? startYookassa({ shopId: '100500', secret: 'test_secret', webhookUrl, now })
    : startTbank({ terminal: 'DemoTerm', password: 'demo-pass', now });

function openProvider(name: AcquirerName, { fake, exchanges, patience }: Acquirer): PaymentProvider {
  const deps = Object.assign(patience, {
    journal: async (exchange: Exchange) => void exchanges.push(exchange),
    pause: async () => {},
    repeats: 2,
  });
  return name === 'yookassa'
    ? openYookassa({ shopId: '100500', secret: 'test_secret', url: `${fake.base}/v3` }, deps)
    : openTbank({ terminal: 'DemoTerm', password: 'demo-pass', url: `${fake.base}/v2` }, deps);
}

/** The value of a result that must be done. */
export function done<T>(result: { kind: 'done'; value: T } | { kind: 'refused' | 'unknown' }): T {
  if (result.kind !== 'done') throw new Error(`Not done: ${JSON.stringify(result)}`);
  return result.value;
}
