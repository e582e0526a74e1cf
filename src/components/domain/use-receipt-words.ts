import { useTranslation } from 'next-i18next/pages';
import type { ReceiptTrouble, ReceiptView } from '@/contract/receipts/views';

/** Texts of receipts: names of documents, and what to do about an error of a register. */
export function useReceiptWords() {
  const { t, i18n } = useTranslation('receipts');
  const word = (key: string, options = {}) => t(`receipts:receipts.${key}`, options);
  return {
    word,
    language: i18n.language,
    /** `Предоплата`, `Расчёт, посылка 1`, `Возврат` */
    titleOf: ({ kind, part, is_return }: Pick<ReceiptView, 'kind' | 'part' | 'is_return'>) =>
      kind === 'settlement' && part
        ? word('kinds.settlement-part', { place: part.place })
        : word(`kinds.${kind === 'correction' && is_return ? 'correction-return' : kind}`),
    /** What happened, and what to do; at the own register of a shop its owner does it. */
    adviceOf: ({ code }: Pick<ReceiptTrouble, 'code'>, isShop = false) => {
      const name = t(`receipts:failures.${code}.name`, { defaultValue: '' });
      const todo = isShop ? t(`receipts:failures.${code}.todo-shop`, { defaultValue: '' }) : '';
      return name
        ? `${name}. ${todo || t(`receipts:failures.${code}.todo`)}`
        : word('other-failure', { code });
    },
  };
}
