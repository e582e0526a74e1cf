import { startBank } from './bank';
import { startCashRegister } from './cash-register';
import { startTbank } from './tbank';
import { startYookassa } from './yookassa';

/** `npm run fakes`: the stand-in services on loopback, with the credentials that it prints. */
const { NODE_ENV, DEMO, FAKES_PORT = '4990', FAKES_SEED = '1' } = process.env;
if (NODE_ENV === 'production' && DEMO !== 'true')
  throw new Error('Stand-in services take no real money: in production they start with DEMO=true only.');

const first = Number(FAKES_PORT);
const seed = Number(FAKES_SEED);
const yookassa = await startYookassa({ port: first, seed, shopId: '100500', secret: 'test_secret' });
const tbank = await startTbank({ port: first + 1, seed, terminal: 'DemoTerm', password: 'demo-pass' });
const register = await startCashRegister({
  port: first + 2,
  seed,
  group: 'main',
  login: 'demo',
  password: 'demo-pass',
  inn: '7799123455',
});
const bank = await startBank({
  port: first + 3,
  seed,
  token: 'demo-token',
  balance: 0,
  acquirers: { yookassa, tbank },
});
process.stdout.write(
  [
    '',
    `YOOKASSA_URL=${yookassa.base}/v3`,
    'YOOKASSA_SHOP_ID=100500',
    'YOOKASSA_SECRET=test_secret',
    '',
    `TBANK_URL=${tbank.base}/v2`,
    'TBANK_TERMINAL=DemoTerm',
    'TBANK_PASSWORD=demo-pass',
    '',
    `ATOL_URL=${register.base}/possystem/v5`,
    'ATOL_GROUP=main',
    'ATOL_LOGIN=demo',
    'ATOL_PASSWORD=demo-pass',
    '',
    `Bank: ${bank.base}, token demo-token`,
    '',
    '',
  ].join('\n'),
);
