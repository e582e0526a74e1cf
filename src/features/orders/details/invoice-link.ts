import type { TFunction } from 'i18next';
import { textDirection } from '@/contract/core/languages';
import { openLink } from '@/lib/api/files';

/** Labels of the dialect's invoice. */
const words = [
  ...['subtotal', 'discount', 'tax', 'delivery_fee', 'total', 'products', 'quantity'],
  ...['invoice_no', 'date', 'paid_from_wallet', 'amount_due'],
];

/** The invoice of servers without our documents: they return its address. */
export function openInvoice(orderId: number, t: TFunction, language: string): Promise<void> {
  const texts = words.map((word) => [word, t(`orders:orders.details.invoice-words.${word}`)]);
  return openLink({
    method: 'post',
    url: 'download-invoice-url',
    data: {
      order_id: orderId,
      is_rtl: textDirection(language) === 'rtl',
      language,
      translated_text: Object.fromEntries(texts),
    },
  });
}
