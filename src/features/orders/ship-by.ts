import { useTranslation } from 'next-i18next/pages';
import type { Order } from '@/contract/orders/wire';
import { formatDate, formatTime, isToday } from '@/lib/format/format';

/** The deadline to assemble in words. */
export interface ShipByText {
  /** `27 нояб.`; empty today. */
  day: string;
  time: string;
  /** Both: `27 нояб., 12:00`. */
  moment: string;
  /** Late, due today, or neither. */
  tone: 'bad' | 'warn' | 'neutral';
}

/** Tones of text. */
export const shipByClass: Record<ShipByText['tone'], string> = {
  bad: 'text-bad',
  warn: 'text-warn',
  neutral: 'text-ink-second',
};

export function useShipBy(): (order: Pick<Order, 'ship_by'>) => ShipByText | undefined {
  const { i18n } = useTranslation('orders');
  const { language } = i18n;
  return ({ ship_by: at }) => {
    if (!at) return undefined;
    const isDue = isToday(at);
    const time = formatTime(at, language);
    const day = isDue ? '' : formatDate(at);
    return {
      day,
      time,
      moment: [day, time].filter(Boolean).join(', '),
      tone: Date.parse(at) < Date.now() ? 'bad' : isDue ? 'warn' : 'neutral',
    };
  };
}
