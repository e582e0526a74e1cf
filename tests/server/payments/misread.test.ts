import { describe, expect, it } from 'vitest';
import { openTbank } from '@/server/integrations/acquirers/tbank';
import { openYookassa } from '@/server/integrations/acquirers/yookassa';
import { say, setUpService } from '../../support/fake-service';

/** Answers with the status of success that are not quite what the adapters know (rules/payments: a sum that is not exactly a sum is unknown). */
const service = setUpService();
const deps = { journal: async () => {}, pause: async () => {}, repeats: 0 };
const yookassa = () => openYookassa({ shopId: '1', secret: 'x', url: service.base }, deps);
const tbank = () => openTbank({ terminal: 'T', password: 'x', url: service.base }, deps);

const sum = (value: unknown) => ({ value, currency: 'RUB' });
const payment = { id: 'p-1', status: 'succeeded', amount: sum('1250.50') };
const state = {
  Success: true,
  ErrorCode: '0',
  PaymentId: '1',
  OrderId: 'a',
  Status: 'CONFIRMED',
  Amount: 125_050,
};
const unknown = { kind: 'unknown', failure: 'unreadable 200' };

describe('a payment of YooKassa', () => {
  it('is read without a kopeck lost', async () => {
    service.answer = say({ ...payment, amount: sum('9999999.99'), income_amount: sum('9999999.98') });

    expect(await yookassa().read('p-1')).toMatchObject({
      kind: 'done',
      value: { amount: 999_999_999, fee: 1, refunded: 0 },
    });
  });

  it.each([
    ['a number', { amount: sum(1250.5) }],
    ['three decimals', { amount: sum('1250.500') }],
    ['one decimal', { amount: sum('1250.5') }],
    ['a minus', { amount: sum('-1250.50') }],
    ['a comma', { amount: sum('1250,50') }],
    ['no sum', { amount: null }],
    ['an unreadable refunded sum', { refunded_amount: sum('1') }],
    ['an unknown status', { status: 'paid' }],
    ['the status of an object’s inside', { status: 'constructor' }],
    ['no id', { id: '' }],
  ])('with %s makes the answer unknown', async (_what, more) => {
    service.answer = say({ ...payment, ...more });

    expect(await yookassa().read('p-1')).toEqual(unknown);
  });

  it('among good ones makes the list unknown', async () => {
    service.answer = say({ type: 'list', items: [payment, { ...payment, amount: sum('1') }] });

    expect(await yookassa().list?.(new Date(0))).toEqual(unknown);
  });
});

describe('a payment of T-Bank', () => {
  it('is read, its id as a number, too', async () => {
    service.answer = say({ ...state, PaymentId: 1 });

    expect(await tbank().read('1')).toMatchObject({ kind: 'done', value: { id: '1', amount: 125_050 } });
  });

  it.each([
    ['a text', { Amount: '125050' }],
    ['a part of a kopeck', { Amount: 0.5 }],
    ['a minus', { Amount: -1 }],
    ['no sum', { Amount: undefined }],
    ['an unknown status', { Status: 'PAID' }],
    ['the status of an object’s inside', { Status: 'constructor' }],
    ['an id that was rounded', { PaymentId: 2 ** 60 }],
  ])('with %s makes the answer unknown', async (_what, more) => {
    service.answer = say({ ...state, ...more });

    expect(await tbank().read('1')).toEqual(unknown);
  });

  it.each(['3', '21', '55', '9999'])(
    'with the bank’s own error %s is unknown, not refused',
    async (ErrorCode) => {
      service.answer = say({ Success: false, ErrorCode, Message: 'Try later' });

      expect((await tbank().read('1')).kind).toBe('unknown');
    },
  );

  it('of which a part was refunded does not say how much', async () => {
    service.answer = say({ ...state, Status: 'PARTIAL_REFUNDED' });

    expect(await tbank().read('1')).toMatchObject({ kind: 'done', value: { state: 'paid', refunded: null } });
  });
});
