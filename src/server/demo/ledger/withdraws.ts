import type { WithdrawState } from '@/contract/ledger/withdraws/schema';

export interface DemoWithdraw {
  shop: string;
  /** In roubles. */
  amount: number;
  /** Days since it was asked for. */
  age: number;
  method: string;
  details?: string;
  note?: string;
  /** States after the first, each so many hours after the one before, with what was said. */
  moves: readonly (readonly [status: WithdrawState, hours: number, note?: string])[];
}

const account = 'Перевод на расчётный счёт';

export const withdraws: readonly DemoWithdraw[] = [
  { shop: 'tea', amount: 48_500, age: 262, method: account, moves: [['approved', 26]] },
  {
    shop: 'linen',
    amount: 61_240.5,
    age: 231,
    method: account,
    moves: [
      ['processing', 5],
      ['approved', 44],
    ],
  },
  {
    shop: 'honey',
    amount: 17_800,
    age: 204,
    method: 'СБП по номеру телефона',
    note: 'Нужно до конца недели: закупаем банки.',
    moves: [['rejected', 8, 'По СБП выплачиваем только самозанятым. Запросите перевод на счёт.']],
  },
  { shop: 'honey', amount: 17_800, age: 203, method: account, moves: [['approved', 20]] },
  {
    shop: 'books',
    amount: 33_090,
    age: 176,
    method: account,
    details: 'Назначение платежа: вознаграждение по договору 14-К.',
    moves: [
      ['on_hold', 3, 'Пришлите, пожалуйста, закрывающие документы за прошлый месяц.'],
      ['processing', 70, 'Документы получили, спасибо.'],
      ['approved', 18],
    ],
  },
  { shop: 'gems', amount: 92_000, age: 143, method: account, moves: [['approved', 31]] },
  {
    shop: 'yolka',
    amount: 120_000,
    age: 118,
    method: account,
    moves: [
      ['rejected', 12, 'Возвраты за новогодние заказы ещё не закрыты. Повторите заявку после 15-го числа.'],
    ],
  },
  { shop: 'dymka', amount: 28_650.9, age: 95, method: account, moves: [['approved', 22]] },
  {
    shop: 'tea',
    amount: 54_300,
    age: 61,
    method: account,
    moves: [
      ['processing', 9],
      ['approved', 40],
    ],
  },
  { shop: 'linen', amount: 40_000, age: 37, method: account, moves: [['approved', 27]] },
  {
    shop: 'gems',
    amount: 75_400,
    age: 9,
    method: account,
    note: 'Оплата камня поставщику.',
    moves: [['on_hold', 15, 'Счёт в заявке закрыт банком. Проверьте реквизиты магазина.']],
  },
  { shop: 'books', amount: 21_500, age: 6, method: account, moves: [['processing', 10]] },
  {
    shop: 'tea',
    amount: 36_780.4,
    age: 4,
    method: account,
    moves: [['processing', 7, 'Платёжное поручение уйдёт в банк завтра утром.']],
  },
  { shop: 'honey', amount: 12_450, age: 3, method: account, note: 'За мёд нового сбора.', moves: [] },
  { shop: 'dymka', amount: 19_990, age: 2, method: account, moves: [] },
  {
    shop: 'linen',
    amount: 58_000,
    age: 1,
    method: account,
    details: 'Без НДС, применяем УСН.',
    moves: [],
  },
];
