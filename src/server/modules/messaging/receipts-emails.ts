import { shopSum } from '@/contract/settings/shop-currency';
import { type Email, greeting, paragraphs } from './email-text';

/** To people of finance: receipts differ from the money that moved, or were not issued in time. */
export const receiptsDiffer = (input: {
  name: string;
  problems: number;
  /** Of all receipts that are not issued, in roubles. */
  amount: number;
  late: number;
  link: string;
}): Email => ({
  template: 'receipts-differ',
  subject: input.late > 0 ? 'Есть деньги без чека дольше суток' : 'Чеки не сходятся с деньгами',
  body: paragraphs(
    greeting(input.name),
    ...(input.late > 0
      ? [
          `Чеков, не выданных за сутки: ${input.late}. Всего без чека: ${shopSum(input.amount)}. За сутки чек должен быть у покупателя; теперь нужен чек коррекции.`,
        ]
      : []),
    ...(input.problems > 0 ? [`Расхождений чеков с движением денег: ${input.problems}.`] : []),
    `Посмотреть и исправить: ${input.link}`,
  ),
});
