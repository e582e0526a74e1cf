import { shopSum } from '@/contract/settings/shop-currency';
import type { Email } from '@/server/modules/messaging/email-text';

/** To the buyer: the page of a registered receipt. `amount` in roubles. */
export const receiptCopy = (context: {
  number: string;
  amount: number;
  isReturn: boolean;
  url: string;
}): Email => ({
  template: 'receipt-copy',
  subject: `Чек по заказу №\u00a0${context.number}`,
  body: `Чек ${context.isReturn ? 'возврата ' : ''}по заказу №\u00a0${context.number}, ${shopSum(context.amount)}: ${context.url}`,
});
