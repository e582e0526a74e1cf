import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type AccountKind, accountKinds, accountRules, vatWithin } from '@/contract/ledger/accounts';
import * as entries from '@/server/modules/ledger/entries';
import type { LedgerEntry } from '@/server/modules/ledger/ledger';

/** The page of entries and the code are one table. */
const page = readFileSync('docs/ledger.md', 'utf8');

const place = { kind: 'provider_clearing', provider: 'manual' } as const;
const sums = { paid: 1180, points: 120, commission: 122, commissionVatRate: 22, delivery: 200, tax: 50 };
const part = { ...sums, share: 978, platformDiscount: 50 };

const disputed = { partId: 1, shopId: 2, prepayment: 10, share: 80, own: 10 };

/** Each event with all of its lines. */
const samples: Record<string, LedgerEntry[]> = {
  paymentCaptured: entries.paymentCaptured({ orderId: 1, from: place, amount: 500, pays: 400 }),
  'paymentCaptured of nothing': entries.paymentCaptured({ orderId: 1, from: place, amount: 0, pays: 400 }),
  partCompleted: entries.partCompleted({ ...part, orderId: 1, shopId: 2 }),
  moneyKept: entries.moneyKept('cash-kept', 1, 2, 100),
  keptReturned: entries.keptReturned('card-kept', 1, 2, 100),
  surchargeKept: entries.surchargeKept('cash-kept', 1, 2, { place, sum: 100 }),
  refundApproved: entries.refundApproved('refund', 1, {
    ...part,
    shops: [{ shopId: 2, share: part.share, mustCover: true }],
  }),
  prepaymentReturned: entries.prepaymentReturned(1, 100, false),
  'prepaymentReturned of suspense': entries.prepaymentReturned(1, 100, true),
  refundPaid: entries.refundPaid('refund', 1, place, 100),
  refundGivenAsPoints: entries.refundGivenAsPoints('refund', 1, 100),
  refundSentByBank: entries.refundSentByBank('refund', 1, 100),
  foreignRefunded: entries.foreignRefunded(1, 'yookassa', 100),
  foreignRefundSettled: entries.foreignRefundSettled('refund', 1, 100),
  foreignRefundBorne: entries.foreignRefundBorne(1, 100, 'Проверка'),
  chargebackOpened: entries.chargebackOpened(disputed),
  chargebackWon: entries.chargebackWon(disputed),
  chargebackLost: entries.chargebackLost(1, place, 100),
  pointsGiven: entries.pointsGiven('points', { family: 'users', rowId: 1 }, 1, 100),
  'pointsGiven below zero': entries.pointsGiven('points', { family: 'orders', rowId: 1 }, 1, -100),
  withdrawalRequested: entries.withdrawalRequested(1, 2, 100),
  withdrawalReturned: entries.withdrawalReturned(1, 2, 100),
  payoutSent: entries.payoutSent(1, 2, 100),
  payoutDebited: entries.payoutDebited(1, 100),
  'payoutDebited below zero': entries.payoutDebited(1, -100),
  'payoutDebited of suspense': entries.payoutDebited(1, 100, 'suspense'),
  payoutReturned: entries.payoutReturned(1, 2, 100),
  'payoutReturned of suspense': entries.payoutReturned(1, 2, 100, 'suspense'),
  'payoutReturned on its way': entries.payoutReturned(1, 2, 100, 'payout_in_transit'),
  shopAdjusted: entries.shopAdjusted(2, 100, 'Проверка'),
  providerFeeTaken: entries.providerFeeTaken(1, 'yookassa', { fee: 350, vat: 77 }),
  providerSettled: entries.providerSettled(1, 'yookassa', 9573),
  settlementFound: entries.settlementFound(1, 'tbank', 9573),
  unknownReceived: entries.unknownReceived(1, 100),
  'unknownReceived below zero': entries.unknownReceived(1, -100),
  debtPaid: entries.debtPaid(1, 2, 100, 'Проверка'),
  differenceRepaired: entries.differenceRepaired(1, 'tbank', 100, 'Проверка'),
  'differenceRepaired below zero': entries.differenceRepaired(1, 'tbank', -100, 'Проверка'),
};

/** Rows of the table of events: the function with what distinguishes the case, and its lines. */
const rows = [...page.matchAll(/^\| [^|]+ \| `(\w+)`([^|]*) \| ((?:`\w+` [+−],? ?)+)\|$/gm)].map(
  ([, name = '', more = '', text = '']) => ({
    name: `${name}${more}`,
    lines: [...text.matchAll(/`(\w+)` ([+−])/g)].map(([, account, sign]) => `${account} ${sign}`),
  }),
);

const linesOf = (list: readonly LedgerEntry[]) =>
  list
    .flatMap(({ lines }) => lines)
    .map(({ account, amount }) => `${account.kind} ${amount > 0 ? '+' : '−'}`);

describe('the page of entries', () => {
  it.each(rows)('shows the entry that «$name» makes', ({ name, lines }) => {
    const made = samples[name] ?? [];

    expect(linesOf(made).sort()).toEqual([...lines].sort());
    expect(made).toHaveLength(1);
    expect(made[0]?.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  });

  it('has a row for each event of the code, and an event for each row', () => {
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(samples).sort());
    const named = new Set(rows.map(({ name }) => name.split(' ')[0] ?? ''));
    expect([...named].sort()).toEqual(Object.keys(entries).sort());
  });

  it('names each account of the chart', () => {
    const chart = page.slice(page.indexOf('## Accounts'), page.indexOf('## Events'));

    expect(accountKinds.filter((kind) => !chart.includes(`\`${kind}\``))).toEqual([]);
  });

  it('makes no entry of an event without money', () => {
    expect(entries.moneyKept('cash-kept', 1, 2, 0)).toEqual([]);
    expect(entries.paymentCaptured({ orderId: 1, from: place, amount: 0, pays: 0 })).toEqual([]);
  });
});

describe('an account', () => {
  it('is covered only when its balance is stored, which only those of one owner are', () => {
    const wrong = accountKinds.filter((kind: AccountKind) => {
      const { isCovered, isStored, owner } = accountRules[kind];
      return (isCovered && !isStored) || (isStored && owner === null);
    });

    expect(wrong).toEqual([]);
  });
});

describe('VAT within a sum', () => {
  it.each([
    [122, 22, 22],
    [100, 22, 18],
    [-100, 22, -18],
    [105, 5, 5],
    [21, 5, 1],
    [10, 5, 0],
    [100, 0, 0],
  ])('of %i kopecks at %i%% is %i', (sum, rate, vat) => {
    expect(vatWithin(sum, rate)).toBe(vat);
  });
});
